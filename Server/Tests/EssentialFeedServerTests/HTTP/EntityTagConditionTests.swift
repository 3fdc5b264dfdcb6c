import Testing

@testable import EssentialFeedServer

@Suite struct EntityTagConditionTests {
    @Test(arguments: [#""a""#, #"W/"a""#, #""x", "a""#, #""x",W/"a" , "y""#, "*", " * ", #", ,"a""#, #""x,y", "a""#])
    func `Server: If-None-Match matches by weak comparison, in a list and with *`(value: String) {
        #expect(EntityTagCondition.matches(value, entityTag: #""a""#))
    }

    @Test(arguments: ["", #""b""#, "a", #""x", "b""#, #""x,"a""#, #"w/"a""#, #"*, "b""#, #""a"#, #""A""#, "W/"])
    func `Server: If-None-Match matches neither another entity tag nor a malformed one`(value: String) {
        #expect(!EntityTagCondition.matches(value, entityTag: #""a""#))
    }
}
