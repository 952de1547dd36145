using System.Text;
using AzurePerf.Core.Messages;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Messages;

public sealed class PoisonMessageTests
{
    private const int MostBytes = 64 << 10;

    [Fact]
    public void A_poison_message_is_written_as_ever() =>
        GoldenFile.Check("message-poison.json", MessageText.Write(PoisonMessage.Of("""{"v":7,"run":"abcdefghij234567klmn"}""", version: 1)));

    [Theory]
    [InlineData("[1]", "it is no JSON object with a version v")]
    [InlineData("""{"v":"1"}""", "its version is \"1\", and this build reads version 1")]
    [InlineData("""{"v":1e99}""", "its version is 1e99, and this build reads version 1")]
    [InlineData("""{"v":1}""", "a member is missing or makes no sense")]
    public void The_reason_says_what_is_wrong_with_the_text(string text, string reason) => Assert.Equal(reason, PoisonMessage.Of(text, version: 1).Reason);

    [Fact]
    public void A_version_that_fills_the_whole_message_becomes_a_message_that_a_queue_holds() => Assert.InRange(
        Encoding.UTF8.GetByteCount(MessageText.Write(PoisonMessage.Of($$"""{"v":"{{new string('<', MostBytes - 8)}}"}""", version: 1))), 0, MostBytes);

    [Theory]
    [InlineData('"')]
    [InlineData('\u0001')]
    [InlineData('\u20ac')]
    public void The_longest_text_that_a_queue_holds_becomes_a_message_that_a_queue_holds(char character) =>
        Assert.InRange(Encoding.UTF8.GetByteCount(MessageText.Write(PoisonMessage.Of(new(character, MostBytes), version: 1))), 0, MostBytes);
}
