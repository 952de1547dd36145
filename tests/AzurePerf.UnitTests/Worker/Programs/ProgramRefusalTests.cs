using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Sandbox;
using AzurePerf.Sources;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;
using AzurePerf.UnitTests.TaskManager.Bags;
using AzurePerf.UnitTests.Worker.Images;
using AzurePerf.Worker;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Programs;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Programs;

/// <summary>What becomes of tasks that run a program on a worker that runs none. A real worker, which the operator did not allow programs, and a real TaskManager.</summary>
public sealed class ProgramRefusalTests : IDisposable
{
    private const int Reduction = 4;
    private readonly TaskManagerUnderTest _engine = new();
    private readonly DirectoryInfo _place = Directory.CreateTempSubdirectory("azureperf-proof-");
    private WorkerState? _other;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _place.Delete(recursive: true);

    [Fact]
    public async Task Where_no_worker_runs_programs_the_task_ends_as_refused_and_pictures_of_the_same_stage_are_made_at_once()
    {
        await using var worker = await HireAsync();
        var runId = await SubmitAsync();
        await WorkUntilPictureIsMadeAsync(runId);
        Assert.Equal((BenchmarkTaskStatus.Ready, 1), await ProgramTaskAsync(runId));
        var began = _engine.Time.Elapsed;

        await _engine.WorkUntilEndedAsync(runId);

        Assert.InRange(_engine.Time.Elapsed - began, 2 * new EngineTimes(TaskManagerUnderTest.Heartbeat).PassedOn, TimeSpan.FromMinutes(2));
        Assert.Equal((BenchmarkTaskStatus.Dead, 3), await ProgramTaskAsync(runId));
        Assert.Equal(
            ("User programs are refused: Programs:Allowed is not true for this worker.", FailureCause.RequestRefused),
            ((await TasksAsync(runId))[1].Error, (await TasksAsync(runId))[1].FailureCause));
    }

    [Fact]
    public async Task While_another_worker_runs_programs_the_task_waits_for_it_uncharged()
    {
        await using var worker = await HireAsync(withOther: true);
        var runId = await SubmitAsync();
        await WorkUntilPictureIsMadeAsync(runId);

        await _engine.RoundsAsync(TimeSpan.FromMinutes(5));

        Assert.Equal((BenchmarkTaskStatus.Ready, 1), await ProgramTaskAsync(runId));
        Assert.Equal(0, (await TasksAsync(runId))[1].Failures.UserCode);
        Assert.InRange(_engine.Control.BagTasks.Texts.Count, 1, 4);
        await _engine.Workers.RemoveAsync(WorkerPool.Bag, _other!.WorkerId, Cancelled);
        _other = null;

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((BenchmarkTaskStatus.Dead, 3), await ProgramTaskAsync(runId));
    }

    [Fact]
    public async Task A_proof_that_failed_for_the_disk_is_tried_again_after_a_minute_and_not_before()
    {
        var disturbing = Path.Combine(_place.FullName, "other");
        await File.WriteAllTextAsync(disturbing, "", Cancelled);
        var time = new FakeTimeProvider();
        var settings = new WorkerProgramOptions { Allowed = true, Directory = _place.FullName };
        var standing = new ProgramStanding();
        using var folders = new ProgramFolders(settings, new SeededIdSource(1), NullLogger<ProgramFolders>.Instance);
        await using var sandbox = new ProgramSandbox(
            settings, new WorkerOptions(), folders, standing, new SandboxCommand("/bin/false", []), time, NullLogger<ProgramSandbox>.Instance);

        Assert.Contains("has other files", (await sandbox.ProofAsync()).Refusal, StringComparison.Ordinal);
        File.Delete(disturbing);
        time.Advance(TimeSpan.FromSeconds(59));
        Assert.Contains("has other files", (await sandbox.ProofAsync()).Refusal, StringComparison.Ordinal);
        time.Advance(TimeSpan.FromSeconds(1));

        Assert.DoesNotContain("has other files", (await sandbox.ProofAsync()).Refusal, StringComparison.Ordinal);
        Assert.DoesNotContain("has other files", standing.Refusal, StringComparison.Ordinal);
        Assert.False(standing.Runs);
    }

    private async Task<RealBagWorker> HireAsync(bool withOther = false)
    {
        var worker = await RealBagWorker.HireAsync(_engine, more: services => services.AddSingleton<IGranuleArchive>(new MadeGranules()));
        if (withOther)
        {
            _other = await _engine.Workers.TryAddAsync(
                new()
                {
                    WorkerId = "other",
                    Pool = WorkerPool.Bag,
                    HostId = "host3",
                    Build = "",
                    Heartbeat = TaskManagerUnderTest.Heartbeat,
                    StartedAt = _engine.Time.GetUtcNow(),
                    BeatAt = _engine.Time.GetUtcNow(),
                    RunsPrograms = true,
                },
                Cancelled);
        }

        var work = _engine.AfterRound;
        _engine.AfterRound = async () =>
        {
            if (_other is not null)
            {
                _other = await _engine.Workers.TryBeatAsync(_other with { Beat = _other.Beat + 1, BeatAt = _engine.Time.GetUtcNow() }, Cancelled);
            }

            await work();
        };
        return worker;
    }

    private Task WorkUntilPictureIsMadeAsync(string runId) =>
        _engine.WorkUntilAsync(async () => await TasksAsync(runId) is [{ Status: BenchmarkTaskStatus.Done }, ..]);

    private async Task<(BenchmarkTaskStatus Status, int Attempt)> ProgramTaskAsync(string runId) =>
        (await TasksAsync(runId)) is [_, var task] ? (task.Status, task.Attempt) : throw new InvalidOperationException("there are not two tasks");

    private async Task<BenchmarkTask[]> TasksAsync(string runId) =>
        await _engine.Tasks.ListAsync(runId, StageId.Bag(Reduction), 0, Cancelled).ToArrayAsync(Cancelled);

    private Task<string> SubmitAsync() => _engine.SubmitAsync(SampleSpecs.Of($$"""
        {
          "experiment": "{{ImageStages.Experiment}}",
          "parameters": {
            "product": "MOD11A1", "area": "h18v04", "from": "2024-01-25", "days": 1,
            "reductions": "picture program", "program": "{{new string('a', 64)}}"
          }
        }
        """));
}
