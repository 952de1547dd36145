using System.Text;
using AzurePerf.Sandbox.Guard;

namespace AzurePerf.SandboxTests.Decisions;

public sealed class LogEndsTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(255)]
    [InlineData(257)]
    [InlineData(1_024)]
    public void A_log_that_fits_is_kept_whole(int bytes)
    {
        var log = new LogEnds(1_024);
        var text = Letters(bytes);

        Write(log, text, 100);

        Assert.Equal((text, 0), (Encoding.ASCII.GetString(log.Text()), log.DroppedBytes));
    }

    [Theory]
    [InlineData(1_025, 1)]
    [InlineData(1_025, 4_000)]
    [InlineData(100_003, 7)]
    [InlineData(100_003, 1_000)]
    [InlineData(100_003, 200_000)]
    public void Of_a_long_log_beginning_and_end_are_kept_with_a_line_between_that_says_how_much_is_left_out(int bytes, int atOnce)
    {
        var log = new LogEnds(1_024);
        var text = Letters(bytes);

        Write(log, text, atOnce);

        var dropped = bytes - 256 - 704;
        Assert.Equal(dropped, log.DroppedBytes);
        Assert.Equal($"{text[..256]}\n[{dropped} bytes are left out here]\n{text[^704..]}", Encoding.ASCII.GetString(log.Text()));
        Assert.InRange(log.Text().Length, 0, 1_024);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(40)]
    public void However_little_is_kept_the_rest_is_counted(int most)
    {
        var log = new LogEnds(most);

        Write(log, Letters(500), 60);

        Assert.Equal(500 - (most / 4), log.DroppedBytes);
    }

    private static string Letters(int count) => string.Concat(Enumerable.Range(0, count).Select(number => (char)('a' + (number % 23))));

    private static void Write(LogEnds log, string text, int atOnce)
    {
        foreach (var part in Encoding.ASCII.GetBytes(text).Chunk(atOnce))
        {
            log.Add(part);
        }
    }
}
