using System.Text;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Queues;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Queues;

public sealed class MessageContentTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(512)]
    [InlineData(65_536)]
    public void The_text_has_exactly_the_asked_bytes_and_needs_no_encoding(int messageBytes)
    {
        var content = new MessageContent(4, messageBytes);
        Assert.Equal(messageBytes, Encoding.UTF8.GetByteCount(content.Text));
        Assert.All(content.Text, character => Assert.True(char.IsAsciiLetterOrDigit(character)));
        Assert.Equal(content.Text, content.Body.ToString());
    }

    [Fact]
    public void Another_process_with_the_same_seed_recognises_the_text() =>
        new MessageContent(4, 512).Verify(BinaryData.FromString(new MessageContent(4, 512).Text));

    [Fact]
    public void A_changed_a_shorter_and_a_foreign_text_are_corrupt()
    {
        var content = new MessageContent(4, 512);
        var changed = content.Text[..100] + '-' + content.Text[101..];
        var failure = Assert.Throws<CorruptDataException>(() => content.Verify(BinaryData.FromString(changed)));
        Assert.Contains("from byte 100 on", failure.Message, StringComparison.Ordinal);
        Assert.Throws<CorruptDataException>(() => content.Verify(BinaryData.FromString(content.Text[..^1])));
        Assert.Throws<CorruptDataException>(() => content.Verify(BinaryData.FromString(new MessageContent(5, 512).Text)));
    }
}
