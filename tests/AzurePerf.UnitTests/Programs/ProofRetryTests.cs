using AzurePerf.Core.Programs;
using Xunit;

namespace AzurePerf.UnitTests.Programs;

public sealed class ProofRetryTests
{
    [Theory]
    [InlineData(1, 1)]
    [InlineData(2, 2)]
    [InlineData(5, 16)]
    [InlineData(6, 30)]
    [InlineData(1_000, 30)]
    public void A_proof_that_failed_is_tried_again_after_a_minute_and_then_ever_more_rarely(int failures, int minutes) =>
        Assert.Equal(TimeSpan.FromMinutes(minutes), ProofRetry.PauseAfter(failures));
}
