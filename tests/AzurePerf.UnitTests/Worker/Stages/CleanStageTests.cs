using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Targets.Sql;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes.Targets;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Execution;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.Tasks;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;
using AzurePerf.Worker.Targets;
using AzurePerf.Worker.Tasks;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Stages;

public sealed class CleanStageTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_maintenance_run_leaves_out_what_makes_no_sense_and_removes_the_rest()
    {
        var time = new FakeTimeProvider();
        var rows = new InMemoryControlPlane(time).Rows;
        var (resources, runs, target) = (new ResourceStore(rows), new RunStore(rows), new TargetDouble());
        await rows.PutAsync(ControlNames.ResourcesTable, new Row("aaaaaaaaaaaaaaaaaaaa", "azp1") { ["v"] = 1 }, Cancelled);
        await rows.PutAsync(ControlNames.RunsTable, new Row("bbbbbbbbbbbbbbbbbbbb", "h") { ["v"] = 1 }, Cancelled);
        await resources.AddAsync(new("bbbbbbbbbbbbbbbbbbbb", "default", "database", "azp2"), Cancelled);
        await resources.AddAsync(new("cccccccccccccccccccc", "default", "database", "azp3"), Cancelled);
        using var execution = new CurrentExecution(SampleTask.In(BenchmarkTaskStatus.Running), new("id", "receipt", ""), time, Cancelled);
        var stage = new CleanStage(resources, runs, new(new HeartbeatTrigger(), time, NullLogger<TargetSilenceMonitor>.Instance), NullLogger<CleanStage>.Instance);
        var run = ExampleRun.Accepted("dddddddddddddddddddd", time.GetUtcNow()) with { Spec = MaintenanceRun.SpecFor("default"), Status = RunStatus.Running };

        await stage.RunAsync(execution, new(run, null, new WorkerTarget("default", "AZUREPERF_TARGET", target, target)) { Plan = new("clean", StageShape.OneTask, StageWork.Clean) });

        Assert.Equal(["database azp3"], target.Removed);
    }

    [Fact]
    public async Task A_row_of_its_own_that_makes_no_sense_keeps_a_run_from_removing_nothing_else()
    {
        var time = new FakeTimeProvider();
        var rows = new InMemoryControlPlane(time).Rows;
        var (resources, target, runId) = (new ResourceStore(rows), new TargetDouble(), "dddddddddddddddddddd");
        await rows.PutAsync(ControlNames.ResourcesTable, new Row(runId, "azp1") { ["v"] = 1 }, Cancelled);
        await resources.AddAsync(new(runId, "default", "database", "azp2"), Cancelled);
        await resources.AddAsync(new("cccccccccccccccccccc", "default", "database", "azp3"), Cancelled);
        using var execution = new CurrentExecution(SampleTask.In(BenchmarkTaskStatus.Running), new("id", "receipt", ""), time, Cancelled);
        var stage = new CleanStage(resources, new RunStore(rows), new(new HeartbeatTrigger(), time, NullLogger<TargetSilenceMonitor>.Instance), NullLogger<CleanStage>.Instance);

        await stage.RunAsync(execution, new(ExampleRun.Accepted(runId, time.GetUtcNow()), null, new WorkerTarget("default", "AZUREPERF_TARGET", target, target)) { Plan = new("clean", StageShape.OneTask, StageWork.Clean) });

        Assert.Equal(["database azp2"], target.Removed);
    }

    [Fact]
    public async Task What_cannot_be_removed_fails_the_task_when_all_the_rest_is_gone_by_what_passes_by_itself()
    {
        var time = new FakeTimeProvider();
        var rows = new InMemoryControlPlane(time).Rows;
        var (resources, target, runId) = (new ResourceStore(rows), new TargetDouble { Kept = new() { ["azp1"] = new NotSupportedException("a policy"), ["azp3"] = new ThrottledException() } }, "dddddddddddddddddddd");
        foreach (var name in new[] { "azp1", "azp2", "azp3", "azp4" })
        {
            await resources.AddAsync(new(runId, "default", "database", name), Cancelled);
        }

        using var execution = new CurrentExecution(SampleTask.In(BenchmarkTaskStatus.Running), new("id", "receipt", ""), time, Cancelled);
        var stage = new CleanStage(resources, new RunStore(rows), new(new HeartbeatTrigger(), time, NullLogger<TargetSilenceMonitor>.Instance), NullLogger<CleanStage>.Instance);

        var failure = await Assert.ThrowsAsync<ThingsStayException>(() => stage.RunAsync(execution, new(ExampleRun.Accepted(runId, time.GetUtcNow()), null, new WorkerTarget("default", "AZUREPERF_TARGET", target, target)) { Plan = new("clean", StageShape.OneTask, StageWork.Clean) }));

        Assert.Equal("2 of 4 could not be removed and stay, the first database azp1: NotSupportedException: a policy", failure.Message);
        Assert.Equal(FailureCause.ServerBusy, TaskExecution.CauseOf(failure, StageKind.Clean, new FakeOutcomes()));
        Assert.Equal(["database azp2", "database azp4"], target.Removed);
        Assert.Equal(["azp1", "azp3"], await resources.ListAsync(runId, Cancelled).Select(one => one.Value!.Name).ToArrayAsync(Cancelled));
    }

    private sealed class TargetDouble : ITargetDriver, IConfiguredTarget, IOpenTarget
    {
        public List<string> Removed { get; } = [];

        public Dictionary<string, Exception> Kept { get; init; } = [];

        public TargetKind Kind => SqlTarget.Kind;

        public IOutcomeClassifier Outcomes => throw new InvalidOperationException("nothing is measured");

        public IConfiguredTarget Read(TargetSetting setting) => this;

        public IOpenTarget Open(TargetOpening opening) => this;

        public Task RemoveAsync(string resource, string name, CancellationToken cancellationToken)
        {
            if (Kept.TryGetValue(name, out var failure))
            {
                throw failure;
            }

            Removed.Add($"{resource} {name}");
            return Task.CompletedTask;
        }

        public void Dispose()
        {
        }
    }
}
