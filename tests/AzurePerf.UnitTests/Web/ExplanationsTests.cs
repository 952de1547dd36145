using AzurePerf.Core.Measurements;
using AzurePerf.Web.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ExplanationsTests
{
    [Fact]
    public void Every_flag_and_every_outcome_is_explained()
    {
        Assert.All(Enum.GetValues<PointFlag>(), flag => Assert.EndsWith(".", Explanations.Of(flag), StringComparison.Ordinal));
        Assert.All(Enum.GetValues<OperationOutcome>(), outcome => Assert.EndsWith(".", Explanations.Of(outcome), StringComparison.Ordinal));
    }
}
