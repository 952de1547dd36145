using AzurePerf.Core.Reports;
using Xunit;

namespace AzurePerf.UnitTests.Reports;

public sealed class RunDurationTests
{
    [Theory]
    [InlineData(10, 40, 30.0)]
    [InlineData(10, null, 90.0)]
    [InlineData(null, 40, 40.0)]
    [InlineData(null, null, null)]
    public void A_run_takes_from_its_begin_to_its_end_and_not_from_its_submission(int? started, int? ended, double? seconds)
    {
        var submitted = new DateTimeOffset(2026, 8, 1, 10, 0, 0, TimeSpan.Zero);

        Assert.Equal(seconds, RunDuration.Of(submitted, After(started), After(ended), submitted.AddSeconds(100))?.TotalSeconds);

        DateTimeOffset? After(int? count) => count is { } given ? submitted.AddSeconds(given) : null;
    }
}
