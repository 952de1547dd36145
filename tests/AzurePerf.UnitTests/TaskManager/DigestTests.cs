using AzurePerf.Core.Digests;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

public sealed class DigestTests
{
    private readonly TaskManagerUnderTest _engine = new();

    [Fact]
    public async Task A_run_that_has_ended_has_a_digest_of_that_end_with_all_its_points()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());

        await _engine.WorkUntilEndedAsync(runId);

        var digest = await FindAsync(runId);
        Assert.True(digest!.IsOf(await _engine.HeaderAsync(runId)));
        Assert.Equal([1, 2, 3, 4], digest.Points.Select(point => point.Number));
    }

    [Fact]
    public async Task A_run_has_no_digest_before_its_end_and_never_ends_without_one()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        _engine.AfterRound = async () =>
        {
            var ended = (await _engine.HeaderAsync(runId)).Status.IsTerminal();
            Assert.Equal(ended, _engine.Control.Results.Names.Contains(RunDigestFile.NameOf(runId)));
        };

        await _engine.WorkUntilEndedAsync(runId);

        Assert.NotNull(await FindAsync(runId));
    }

    private async Task<RunDigest?> FindAsync(string runId) =>
        await _engine.Control.Results.FindAsync(RunDigestFile.NameOf(runId), TestContext.Current.CancellationToken) is { } blob ? RunDigestFile.Read(blob.ToMemory()) : null;
}
