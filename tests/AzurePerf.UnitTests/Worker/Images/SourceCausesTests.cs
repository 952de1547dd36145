using AzurePerf.Core.Tasks;
using AzurePerf.Sources;
using AzurePerf.Worker.Images;
using AzurePerf.Worker.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Images;

public sealed class SourceCausesTests
{
    public static TheoryData<SourceCause, FailureCause> Causes => new()
    {
        { SourceCause.Missing, FailureCause.SourceMissing },
        { SourceCause.AccessRefused, FailureCause.AccessDenied },
        { SourceCause.Unavailable, FailureCause.SourceDownloadFailed },
        { SourceCause.Cut, FailureCause.SourceDownloadFailed },
        { SourceCause.Damaged, FailureCause.SourceDownloadFailed },
        { SourceCause.TooLarge, FailureCause.RequestRefused },
        { SourceCause.RedirectRefused, FailureCause.RequestRefused },
        { SourceCause.UnexpectedAnswer, FailureCause.SourceDownloadFailed },
        { SourceCause.NotSet, FailureCause.RequestRefused },
    };

    [Theory]
    [MemberData(nameof(Causes))]
    public void An_execution_whose_source_did_not_come_ends_with_the_cause_of_it(SourceCause cause, FailureCause expected)
    {
        Assert.Equal(expected, SourceCauses.Of(cause));
        Assert.Equal(expected, StorageCauses.Of(new SourceException(cause, "It did not come.")));
        Assert.Equal(expected, StorageCauses.Of(new SourceException(cause, "It did not come.", new HttpRequestException())));
        Assert.True(ExecutionEndedException.MayName(expected));
    }

    [Fact]
    public void Every_cause_of_a_source_is_one_of_an_execution()
    {
        Assert.Equal(Enum.GetValues<SourceCause>(), Causes.Select(row => row.Data.Item1));
        Assert.Throws<ArgumentOutOfRangeException>(() => SourceCauses.Of((SourceCause)99));
    }
}
