import Testing

@testable import EssentialFeedServer

@Suite struct EntityTagConditionTests {
    @Test(
        "Server: If-None-Match matches by weak comparison, in a list and with *",
        arguments: [
            #""a""#, #"W/"a""#, #""x", "a""#, #""x",W/"a" , "y""#, "*", " * ", #", ,"a""#, #""x,y", "a""#,
        ])
    func matchesIsTrueWhenTheTagIsNamed(value: String) {
        #expect(EntityTagCondition.matches(value, entityTag: #""a""#))
    }

    @Test(
        "Server: If-None-Match matches neither another entity tag nor a malformed one",
        arguments: ["", #""b""#, "a", #""x", "b""#, #""x,"a""#, #"w/"a""#, #"*, "b""#, #""a"#, #""A""#, "W/"])
    func matchesIsFalseWhenTheTagIsNotNamed(value: String) {
        #expect(!EntityTagCondition.matches(value, entityTag: #""a""#))
    }
}
