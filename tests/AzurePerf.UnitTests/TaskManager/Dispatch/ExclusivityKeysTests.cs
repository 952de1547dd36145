using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Dispatch;

public sealed class ExclusivityKeysTests
{
    private const string Other = "bbbbbbbbbbbbbbbbbbbb";
    private static readonly RunState Run = ExampleRun.Accepted("aaaaaaaaaaaaaaaaaaaa", SampleTask.Then);
    private static readonly string Target = "target-" + Run.Spec.Target;
    private readonly InMemoryRowStore _rows = new();
    private readonly LeaseStore _leases;

    public ExclusivityKeysTests() => _leases = new(_rows);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_run_takes_all_its_keys_or_keeps_none_of_them_from_others()
    {
        await _leases.TakeAsync(Target, Other, Cancelled);

        Assert.Equal(Other, await new ExclusivityKeys(Shipped.Experiments, _leases).TakeAsync(Run, Cancelled));
        Assert.Equal([(Target, Other)], await KeysAsync());

        await _leases.ReleaseAsync(Target, Other, Cancelled);
        Assert.Null(await new ExclusivityKeys(Shipped.Experiments, _leases).TakeAsync(Run, Cancelled));
        Assert.Equal([("hosts", Run.RunId), (Target, Run.RunId)], await KeysAsync());
    }

    [Fact]
    public async Task A_TaskManager_that_comes_too_late_takes_no_key_from_the_run_that_another_one_has_begun_meanwhile()
    {
        await _leases.TakeAsync(Target, Other, Cancelled);
        var late = new InterruptedRowStore(_rows, ControlNames.LeasesTable, async row =>
        {
            if (!IsUndo(row))
            {
                return false;
            }

            // The other run ends, and the TaskManager that leads takes what the late one has taken so far, and the rest.
            await _leases.ReleaseAsync(Target, Other, Cancelled);
            return await new ExclusivityKeys(Shipped.Experiments, _leases).TakeAsync(Run, Cancelled) is null;
        });

        Assert.Equal(Other, await new ExclusivityKeys(Shipped.Experiments, new(late)).TakeAsync(Run, Cancelled));

        Assert.Equal([("hosts", Run.RunId), (Target, Run.RunId)], await KeysAsync());
    }

    [Fact]
    public async Task What_the_run_held_before_stays_when_the_rest_cannot_be_had()
    {
        await _leases.TakeAsync("hosts", Run.RunId, Cancelled);
        await _leases.TakeAsync(Target, Other, Cancelled);

        Assert.Equal(Other, await new ExclusivityKeys(Shipped.Experiments, _leases).TakeAsync(Run, Cancelled));

        Assert.Equal([("hosts", Run.RunId), (Target, Other)], await KeysAsync());
    }

    private static bool IsUndo(Row row) => row.Values.Count == 0;

    private async Task<(string Key, string RunId)[]> KeysAsync() => await _leases.ListAsync(Cancelled).ToArrayAsync(Cancelled);
}
