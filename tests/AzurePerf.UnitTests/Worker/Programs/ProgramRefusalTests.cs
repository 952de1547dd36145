using System.Text.Json;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Sandbox;
using AzurePerf.Sources;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Experiments.Images;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;
using AzurePerf.UnitTests.TaskManager.Bags;
using AzurePerf.UnitTests.Web.Access;
using AzurePerf.UnitTests.Worker.Images;
using AzurePerf.Worker;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Programs;
using AzurePerf.Worker.Tasks;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Programs;

/// <summary>What becomes of tasks that run a program on a worker that runs none. A real worker, which the operator did not allow programs, and a real TaskManager.</summary>
public sealed class ProgramRefusalTests : IDisposable
{
    private const int Reduction = 4;
    private static readonly SandboxCommand False = new("/bin/false", []);
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

        Assert.InRange(_engine.Time.Elapsed - began, (MessageDecisions.MostRefused - 1) * new EngineTimes(TaskManagerUnderTest.Heartbeat).PassedOn, TimeSpan.FromMinutes(5));
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
            settings, new WorkerOptions(), folders, standing, False, TrialOf(False), time, NullLogger<ProgramSandbox>.Instance);

        Assert.Contains("has other files", (await sandbox.ProofAsync()).Refusal, StringComparison.Ordinal);
        File.Delete(disturbing);
        time.Advance(TimeSpan.FromSeconds(59));
        Assert.Contains("has other files", (await sandbox.ProofAsync()).Refusal, StringComparison.Ordinal);
        time.Advance(TimeSpan.FromSeconds(1));

        Assert.DoesNotContain("has other files", (await sandbox.ProofAsync()).Refusal, StringComparison.Ordinal);
        Assert.DoesNotContain("has other files", standing.Refusal, StringComparison.Ordinal);
        Assert.False(standing.Runs);
    }

    [Fact]
    public async Task Messages_of_tasks_that_are_over_go_though_another_worker_runs_programs()
    {
        await using var worker = await HireAsync(withOther: true);
        var runId = await SubmitAsync(days: 2);
        await _engine.WorkUntilAsync(async () => (await TasksAsync(runId)).Count(task => task.Status == BenchmarkTaskStatus.Done) == 2);
        var waiting = (await TasksAsync(runId)).Where(task => task.Status == BenchmarkTaskStatus.Ready).ToArray();
        Assert.Equal(2, waiting.Length);
        var dead = waiting[0] with
        {
            Status = BenchmarkTaskStatus.Dead,
            Owner = _other!.WorkerId,
            Nonce = "nonce1",
            ClaimedAt = _engine.Time.GetUtcNow(),
            EndedAt = _engine.Time.GetUtcNow(),
            FailureCause = FailureCause.UserCodeError,
            Error = "wrong",
        };
        Assert.NotNull(await _engine.Tasks.TryReplaceAsync(dead, Cancelled));

        await _engine.RoundsAsync(TimeSpan.FromMinutes(1));

        var left = _engine.Control.BagTasks.Texts.Select(text => MessageText.ReadTask(text)!.Task).ToArray();
        Assert.DoesNotContain(waiting[0].Key.Number, left);
        Assert.Contains(waiting[1].Key.Number, left);
    }

    [Fact]
    public async Task A_task_whose_order_cannot_be_read_is_taken_and_its_execution_says_so()
    {
        await using var worker = await HireAsync();
        SpoilOrders(orders => [orders[0], "no order"]);
        var runId = await SubmitAsync();

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Contains("an order cannot be read", (await TasksAsync(runId))[1].Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_task_whose_order_says_more_than_this_build_knows_waits_uncharged_while_another_build_has_workers_and_then_a_while()
    {
        using var log = new RecordedLog<OrderMessages>();
        await using var worker = await HireAsync(withOther: true, services => services.AddSingleton<ILogger<OrderMessages>>(log));
        SpoilOrders(orders => [orders[0], orders[0].Replace("{", "{\"bands\":3,", StringComparison.Ordinal)]);
        var runId = await SubmitAsync();
        await WorkUntilPictureIsMadeAsync(runId);

        await _engine.RoundsAsync(TimeSpan.FromMinutes(20));
        Assert.Equal((BenchmarkTaskStatus.Ready, 1), await ProgramTaskAsync(runId));
        Assert.Single(_engine.Control.BagTasks.Texts);
        Assert.Null(MessageText.ReadTask(_engine.Control.BagTasks.Texts.Single())!.Refused);
        Assert.Contains($"run {runId}, stage {StageId.Bag(Reduction)}, have orders or listings of a later build", Assert.Single(log.Texts), StringComparison.Ordinal);

        await _engine.Workers.RemoveAsync(WorkerPool.Bag, _other!.WorkerId, Cancelled);
        _other = null;
        var began = _engine.Time.Elapsed;
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Contains("'bands'", (await TasksAsync(runId))[1].Error, StringComparison.Ordinal);
        var passedOn = new EngineTimes(TaskManagerUnderTest.Heartbeat).PassedOn;
        Assert.InRange(_engine.Time.Elapsed - began, (MessageDecisions.MostHeld - 2) * passedOn, TimeSpan.FromMinutes(6));
    }

    [Fact]
    public async Task A_manifest_of_listings_that_say_more_than_this_build_knows_waits_as_tasks_with_such_orders_do()
    {
        await using var worker = await HireAsync(withOther: true);
        var runId = await SubmitAsync(reductions: "picture");
        var (work, spoilt) = (_engine.AfterRound, false);
        _engine.AfterRound = async () =>
        {
            if (!spoilt && (await TasksAsync(runId)).Length > 0)
            {
                var listing = Assert.Single(await TasksAsync(runId, ImageStages.Listing));
                spoilt = await _engine.Tasks.TryReplaceAsync(listing with { Result = ImageWorld.Later(listing.Result) }, Cancelled) is not null;
            }

            await work();
        };
        await WorkUntilPictureIsMadeAsync(runId);

        await _engine.RoundsAsync(TimeSpan.FromMinutes(5));
        var manifest = Assert.Single(await TasksAsync(runId, ImageStages.Manifest));
        Assert.Equal((true, BenchmarkTaskStatus.Ready, 1), (spoilt, manifest.Status, manifest.Attempt));

        await _engine.Workers.RemoveAsync(WorkerPool.Bag, _other!.WorkerId, Cancelled);
        _other = null;
        var began = _engine.Time.Elapsed;
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Contains("'later'", Assert.Single(await TasksAsync(runId, ImageStages.Manifest)).Error, StringComparison.Ordinal);
        Assert.InRange(_engine.Time.Elapsed - began, (MessageDecisions.MostHeld - 2) * new EngineTimes(TaskManagerUnderTest.Heartbeat).PassedOn, TimeSpan.FromMinutes(6));
    }

    /// <summary>Changes the orders of the reduction when they are planned, before a worker reads them.</summary>
    private void SpoilOrders(Func<string[], string[]> spoil)
    {
        var work = _engine.AfterRound;
        var spoilt = false;
        _engine.AfterRound = async () =>
        {
            var plan = _engine.Control.Results.Names.FirstOrDefault(name => name.Contains($"/{StageId.Bag(Reduction).Number:D2}/plan-", StringComparison.Ordinal));
            if (plan is not null && !spoilt)
            {
                var orders = (await _engine.Control.Results.FindAsync(plan, Cancelled))!.ToObjectFromJson<string[]>()!;
                await _engine.Control.Results.PutAsync(plan, new(JsonSerializer.SerializeToUtf8Bytes(spoil(orders))), Cancelled);
                spoilt = true;
            }

            await work();
        };
    }

    [Fact]
    public async Task A_proof_whose_clean_up_throws_is_a_refusal_and_is_tried_again()
    {
        var time = new FakeTimeProvider();
        var settings = new WorkerProgramOptions { Allowed = true, Directory = _place.FullName };
        using var folders = new ProgramFolders(settings, new SeededIdSource(1), NullLogger<ProgramFolders>.Instance) { Remover = "azureperf-no-such-command" };
        await using var sandbox = new ProgramSandbox(
            settings, new WorkerOptions(), folders, new ProgramStanding(), False, TrialOf(False), time, NullLogger<ProgramSandbox>.Instance);

        var first = await sandbox.ProofAsync();
        time.Advance(TimeSpan.FromMinutes(1));

        Assert.Contains("azureperf-no-such-command", first.Refusal, StringComparison.Ordinal);
        Assert.NotSame(first, await sandbox.ProofAsync());
        Directory.GetDirectories(_place.FullName).SelectMany(Directory.GetDirectories).ToList().ForEach(Directory.Delete);
    }

    [Theory]
    [InlineData("rm")]
    [InlineData("azureperf-no-such-command")]
    public async Task Where_a_program_could_get_out_nothing_is_ever_tried_again(string remover)
    {
        var (time, tried) = (new FakeTimeProvider(), 0);
        var settings = new WorkerProgramOptions { Allowed = true, Directory = _place.FullName };
        var standing = new ProgramStanding();
        using var folders = new ProgramFolders(settings, new SeededIdSource(1), NullLogger<ProgramFolders>.Instance) { Remover = remover };
        await using var sandbox = new ProgramSandbox(
            settings, new WorkerOptions(), folders, standing, False, BreachAsync, time, NullLogger<ProgramSandbox>.Instance);

        var first = await sandbox.ProofAsync();
        time.Advance(TimeSpan.FromDays(1));

        Assert.True(first.IsBreached);
        Assert.Same(first, await sandbox.ProofAsync());
        Assert.Equal((1, first.Refusal, false), (tried, standing.Refusal, standing.Runs));

        Task<SandboxProof> BreachAsync(string folder, uint? user, CancellationToken cancellation)
        {
            tried++;
            return Task.FromResult(new SandboxProof("User programs are refused: in the sandbox a program could read a file.", 7, [new("read a file", 0)]));
        }
    }

    [Fact]
    public async Task When_a_later_proof_holds_the_worker_says_so_and_takes_programs_again()
    {
        var (holds, tried) = (false, 0);
        await using var worker = await HireAsync(withOther: true, services => services
            .AddSingleton(new WorkerProgramOptions { Allowed = true, Directory = _place.FullName }).AddSingleton(False).AddSingleton<SandboxTrial>(TryAsync));
        var runId = await SubmitAsync();
        await WorkUntilPictureIsMadeAsync(runId);
        Assert.Equal((BenchmarkTaskStatus.Ready, 1), await ProgramTaskAsync(runId));
        Assert.Equal((1, false), (tried, await RunsAsync()));

        holds = true;
        await _engine.RoundsAsync(TimeSpan.FromMinutes(2));
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((2, true), (tried, await RunsAsync()));
        Assert.Equal("There is no program aaaaaaaaaaaa: upload it again.", (await TasksAsync(runId))[1].Error);

        Task<SandboxProof> TryAsync(string folder, uint? user, CancellationToken cancellation)
        {
            tried++;
            return Task.FromResult(new SandboxProof(holds ? null : "User programs are refused: the disk is full.", 7, []));
        }

        async Task<bool> RunsAsync() => await _engine.Workers.ListAsync(WorkerPool.Bag, null, Cancelled)
            .Where(state => state.WorkerId != _other!.WorkerId).Select(state => state.RunsPrograms).SingleAsync(Cancelled);
    }

    private static SandboxTrial TrialOf(SandboxCommand command) => (folder, user, cancellation) => SandboxProof.RunAsync(command, folder, user, cancellation);

    private async Task<RealBagWorker> HireAsync(bool withOther = false, Action<ServiceCollection>? more = null)
    {
        var worker = await RealBagWorker.HireAsync(_engine, more: services =>
        {
            services.AddSingleton<IGranuleArchive>(new MadeGranules());
            more?.Invoke(services);
        });
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

    private async Task<BenchmarkTask[]> TasksAsync(string runId, string stage = ImageStages.Reduction) =>
        await _engine.Tasks.ListAsync(runId, StageId.Bag(ImageStages.InOrder.IndexOf(stage)), 0, Cancelled).ToArrayAsync(Cancelled);

    private Task<string> SubmitAsync(int days = 1, string reductions = "picture program") => _engine.SubmitAsync(SampleSpecs.Of($$"""
        {
          "experiment": "{{ImageStages.Experiment}}",
          "parameters": {
            "product": "MOD11A1", "area": "h18v04", "from": "2024-01-25", "days": {{days}}, "aggregateDays": 1,
            "reductions": "{{reductions}}", "program": "{{(reductions.Contains("program", StringComparison.Ordinal) ? new string('a', 64) : "")}}"
          }
        }
        """));
}
