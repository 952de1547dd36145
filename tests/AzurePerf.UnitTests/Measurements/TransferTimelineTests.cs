using AzurePerf.Core.Measurements;
using Xunit;

namespace AzurePerf.UnitTests.Measurements;

public sealed class TransferTimelineTests
{
    private const long TenthOfASecond = 100_000_000;

    [Fact]
    public void A_burst_shows_in_the_first_second_alone()
    {
        var course = TransferTimeline.Of(new(TenthOfASecond, [0, 0, .. Enumerable.Repeat(50L, 10), .. Enumerable.Repeat(10L, 20), 3]))!;

        Assert.Equal((500, 100), (course.FirstBytesPerSecond, course.SteadyBytesPerSecond));
    }

    [Theory]
    [InlineData(10 + 5 + 1, true)]
    [InlineData(10 + 4 + 1, false)]
    [InlineData(1, false)]
    [InlineData(0, false)]
    public void A_transfer_has_two_parts_from_one_and_a_half_seconds_on(int bins, bool has) =>
        Assert.Equal(has, TransferTimeline.Of(new(TenthOfASecond, [.. Enumerable.Repeat(1L, bins)])) is not null);

    [Fact]
    public void Bins_that_are_wider_than_a_second_tell_no_first_one() =>
        Assert.Null(TransferTimeline.Of(new(4 * TenthOfASecond, [.. Enumerable.Repeat(1L, 100)])));
}
