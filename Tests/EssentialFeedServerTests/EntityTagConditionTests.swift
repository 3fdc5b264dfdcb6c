import Testing

@testable import EssentialFeedServer

@Suite struct EntityTagConditionTests {
    @Test(
        "Server: If-None-Match matches weakly, in a list and by *",
        arguments: [
            #""a""#, #"W/"a""#, #""x", "a""#, #""x",W/"a" , "y""#, "*", " * ", #", ,"a""#, #""x,y", "a""#,
        ])
    func test_matches_isTrueWhenTheTagIsNamed(value: String) {
        #expect(EntityTagCondition.matches(value, entityTag: #""a""#))
    }

    @Test(
        "Server: If-None-Match does not match another tag or what is none",
        arguments: ["", #""b""#, "a", #""x", "b""#, #""x,"a""#, #"w/"a""#, #"*, "b""#, #""a"#, #""A""#, "W/"])
    func test_matches_isFalseWhenTheTagIsNotNamed(value: String) {
        #expect(!EntityTagCondition.matches(value, entityTag: #""a""#))
    }

    @Test(
        "N034 Server: If-Match matches strongly, in a list and by *",
        arguments: [
            (#""a""#, true), (#""x", "a""#, true), (#"W/"a", "a""#, true), ("*", true), (#"W/"a""#, false),
            (#""b""#, false), ("", false), ("a", false),
        ])
    func test_matches_isStrongWhenAsked(value: String, isMatch: Bool) {
        #expect(EntityTagCondition.matches(value, entityTag: #""a""#, isStrong: true) == isMatch)
    }
}
