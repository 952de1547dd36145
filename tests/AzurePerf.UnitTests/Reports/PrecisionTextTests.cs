using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using Xunit;

namespace AzurePerf.UnitTests.Reports;

public sealed class PrecisionTextTests
{
    [Theory]
    [InlineData(5, "fewer than 6 blocks of time were measured")]
    [InlineData(40, "the 40 blocks of time resemble the one before so much that they count as fewer than 6")]
    public void A_median_that_is_not_known_says_whether_time_or_independence_is_missing(int blocks, string reason) =>
        Assert.Equal("median not known to any precision, because " + reason, PrecisionText.Of([new PrecisionSummary(1, null, blocks)]));
}
