using System.Text;
using AzurePerf.Probes.Content;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Content;

public sealed class Crc32CTests
{
    [Theory]
    [InlineData("", 0u)]
    [InlineData("a", 0xC1D04330u)]
    [InlineData("123456789", 0xE3069283u)]
    [InlineData("The quick brown fox jumps over the lazy dog", 0x22620404u)]
    public void Gives_the_published_check_values(string text, uint expected)
    {
        var crc = new Crc32C();
        crc.Append(Encoding.ASCII.GetBytes(text));
        Assert.Equal(expected, crc.Value);
    }

    [Fact]
    public void Does_not_depend_on_how_the_content_is_cut()
    {
        var bytes = new byte[1_000];
        new Random(5).NextBytes(bytes);
        var whole = new Crc32C();
        whole.Append(bytes);
        for (var cut = 0; cut <= 40; cut++)
        {
            var pieces = new Crc32C();
            pieces.Append(bytes.AsSpan(0, cut));
            pieces.Append([]);
            pieces.Append(bytes.AsSpan(cut));
            Assert.Equal(whole.Value, pieces.Value);
        }
    }
}
