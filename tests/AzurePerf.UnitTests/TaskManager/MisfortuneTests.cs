using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>Everything that can go wrong, at random from one seed: failing and dying workers, processes that end, cancels. What must hold, holds.</summary>
public sealed class MisfortuneTests
{
    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 60)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task Every_run_ends_and_what_it_published_was_measured_once(int seed)
    {
        var random = new Random(seed);
        var engine = new TaskManagerUnderTest();
        engine.Crash.Arm(random.Next(1, 60), random.Next(2) == 0);
        var succeeded = new List<(TaskKey Key, int Attempt, string Worker)>();
        var workers = 0;
        await HireAsync();
        var runs = new[] { await SubmitAsync(), await SubmitAsync() };
        engine.AfterRound = CheckAsync;

        for (var round = 0; !await HaveEndedAsync(); round++)
        {
            Assert.True(round < 5_000, $"seed {seed} does not end");
            await engine.WorkAsync();
            if (engine.Team.All(worker => !worker.Lives))
            {
                await HireAsync();
            }

            if (random.Next(60) == 0)
            {
                engine.Restart();
            }

            if (random.Next(200) == 0)
            {
                await engine.Cancellation.RequestAsync(runs[random.Next(2)], "", TestContext.Current.CancellationToken);
            }
        }

        await CheckResultsAsync();

        async Task HireAsync()
        {
            var worker = await engine.HireAsync($"worker{++workers}");
            worker.Script = task => DeedOf(task, worker.WorkerId);
        }

        WorkerDeed DeedOf(BenchmarkTask task, string worker)
        {
            switch (random.Next(10))
            {
                case 0:
                    return new WorkerDeed.Fail(FailureTaxonomy.Rows[random.Next(FailureTaxonomy.Rows.Count)].Cause);
                case 1 when random.Next(3) == 0:
                    return new WorkerDeed.Die();
                case < 5:
                    return new WorkerDeed.GoOn();
                default:
                    succeeded.Add((task.Key, task.Attempt, worker));
                    return new WorkerDeed.Succeed();
            }
        }

        Task<string> SubmitAsync() => engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1, onError: random.Next(2) == 0 ? "stop" : "continue"));

        async Task<bool> HaveEndedAsync() => (await engine.HeaderAsync(runs[0])).Status.IsTerminal() && (await engine.HeaderAsync(runs[1])).Status.IsTerminal();

        async Task CheckAsync()
        {
            var executing = engine.Team.Where(worker => worker.Lives && worker.Current is not null).Select(worker => worker.Current!).ToArray();
            Assert.True(executing.Length <= 1, $"seed {seed}: two executions at once");
            foreach (var task in executing)
            {
                Assert.False((await engine.HeaderAsync(task.Key.RunId)).Status.IsTerminal(), $"seed {seed}: {task.Key} runs although its run has ended");
            }
        }

        async Task CheckResultsAsync()
        {
            foreach (var runId in runs)
            {
                foreach (var point in (await engine.PublishedAsync(runId)).Where(point => point.Status == PointStatus.Measured))
                {
                    Assert.Contains((new TaskKey(runId, StageKind.Measure, point.Number - 1), point.Attempt, point.WorkerId), succeeded);
                }
            }

            // What a run could not remove, a maintenance run may be removing by now.
            Assert.DoesNotContain(await engine.KeysAsync(), key => runs.Contains(key.RunId));
        }
    }
}
