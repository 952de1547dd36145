using AzurePerf.Core.Peers;
using Xunit;

namespace AzurePerf.UnitTests.Peers;

public sealed class PeerReportTests
{
    private static readonly PeerReport Report = new(7, 5_000_000_000, 40, 3, new(100_000_000, [4, 0, 3])) { FirstBytes = 4 };

    [Fact]
    public void A_report_is_read_as_it_was_written()
    {
        var bytes = Report.Write();
        var read = PeerReport.Read(bytes);

        Assert.Equal((4, 3), (read.FirstBytes, read.TimedBytes));
        Assert.Equal(bytes.Length, PeerReport.LengthOf(bytes));
        Assert.Equal(Report with { Received = read.Received }, read);
        Assert.Equal(Report.Received.BinNanoseconds, read.Received.BinNanoseconds);
        Assert.Equal(Report.Received.Bytes, read.Received.Bytes);
    }

    [Theory]
    [InlineData(43, 0x80)]
    [InlineData(43, 0x7f)]
    [InlineData(7, 0x80)]
    [InlineData(39, 0x80)]
    [InlineData(44, 8)]
    [InlineData(47, 0x80)]
    [InlineData(55, 0x80)]
    public void What_no_peer_would_say_is_refused(int place, byte value)
    {
        var bytes = Report.Write();
        bytes[place] = value;
        Assert.Throws<InvalidDataException>(() => PeerReport.Read(bytes));
    }

    [Fact]
    public void A_report_that_was_cut_off_is_refused() => Assert.Throws<InvalidDataException>(() => PeerReport.Read(Report.Write().AsSpan(..^1)));
}
