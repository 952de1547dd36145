using Azure;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Testing.PlugIn;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.TaskManager.Bags;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Pipelines;

public sealed class PipelineRunTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_second_stage_is_planned_from_what_the_first_brought_and_the_third_from_the_second()
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(things: 4);

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, ""), await scene.EndOfAsync(runId));
        Assert.Equal(new SamplePipeline { Things = 4 }.ExpectedCuts(), await scene.OrdersAsync(runId, SamplePipeline.Cut));
        Assert.Equal(["7 parts"], await scene.OrdersAsync(runId, SamplePipeline.Join));
        Assert.Equal(["""{"joined":"7 parts"}"""], (await scene.RowsAsync(runId, SamplePipeline.Join)).Select(task => task.Result));
        Assert.Contains("cut is planned: 7 tasks", await scene.Engine.EventsAsync(runId));
    }

    [Fact]
    public async Task What_a_stage_brought_is_folded_into_points_before_it_closes()
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(things: 4);

        await scene.Engine.WorkUntilEndedAsync(runId);

        var points = await scene.Engine.PublishedAsync(runId);
        Assert.Equal([(1, "0", 1.0), (2, "1", 2.0), (3, "2", 3.0), (4, "3", 1.0)], points.Select(point => (point.Number, point.Levels["thing"]!.ToString(), point.Result!.ValueOf("parts")!.Value)));
        Assert.Equal(4, (await scene.Engine.HeaderAsync(runId)).Points);
        Assert.Contains("cut brought 4 points", await scene.Engine.EventsAsync(runId));
    }

    [Fact]
    public async Task A_stage_that_gave_itself_up_brings_no_points_of_the_part_of_it_that_was_done()
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        scene.Engine.Team[0].Script = scene.Engine.Team[1].Script = task => task.Key switch
        {
            { Stage.BagIndex: 1, Number: 1 } => new WorkerDeed.Fail(FailureCause.BadInput),
            { Stage.BagIndex: 1, Number: > 1 } => new WorkerDeed.GoOn(),
            _ => new WorkerDeed.Succeed(),
        };
        var runId = await scene.SubmitAsync(things: 4, partGivesUp: "stage");

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Contains(BenchmarkTaskStatus.Done, (await scene.RowsAsync(runId, SamplePipeline.Cut)).Select(task => task.Status));
        Assert.Contains(BenchmarkTaskStatus.Cancelled, (await scene.RowsAsync(runId, SamplePipeline.Cut)).Select(task => task.Status));
        Assert.Empty(await scene.Engine.PublishedAsync(runId));
        Assert.Equal(0, (await scene.Engine.HeaderAsync(runId)).Points);
    }

    [Fact]
    public async Task Points_that_were_published_before_their_run_was_cancelled_are_counted()
    {
        var scene = new PipelineScene();
        scene.Engine.RowStore = rows => new InterceptedRowStore(
            rows, (table, _, changes) => scene.Engine.Time.Advance(table == ControlNames.PointsTable && changes ? TimeSpan.FromMilliseconds(10) : TimeSpan.Zero));
        scene.Engine.Restart();
        await scene.HireAsync(bagWorkers: 20);
        var runId = await scene.SubmitAsync(things: 200, mostParts: 1);
        await scene.Engine.WorkUntilAsync(async () => (await scene.Engine.PublishedAsync(runId)).Length > 0);

        Assert.Equal(0, (await scene.Engine.HeaderAsync(runId)).Points);
        scene.Engine.Restart();
        await scene.Engine.Cancellation.RequestAsync(runId, "", Cancelled);
        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal(RunStatus.Cancelled, (await scene.EndOfAsync(runId)).Status);
        Assert.Equal((200, 200), ((await scene.Engine.HeaderAsync(runId)).Points, (await scene.Engine.PublishedAsync(runId)).Length));
    }

    [Fact]
    public async Task The_keys_of_a_condemned_pipeline_are_held_while_a_bag_worker_may_work_on_its_target()
    {
        var scene = new PipelineScene();
        scene.Engine.FaultsAreExpected = true;
        await scene.Engine.HireBagWorkersAsync(1);
        scene.Engine.Team[0].Script = _ => new WorkerDeed.GoOn();
        var runId = await scene.SubmitAsync();
        await scene.Engine.WorkUntilAsync(() => Task.FromResult(scene.Engine.Team[0].Current is not null));
        await scene.Engine.SpoilAsync(ControlNames.RunsTable, runId, "s10", "total", "many");

        // No heartbeat has told of the task yet.
        scene.Engine.Time.Advance(TimeSpan.FromMilliseconds(200));
        await scene.Engine.Service.RoundAsync(Cancelled);
        Assert.NotEmpty((await scene.Engine.HeaderAsync(runId)).Fault);
        Assert.NotEmpty(await scene.Engine.KeysAsync());

        await scene.Engine.WorkUntilEndedAsync(runId);
        Assert.Null(scene.Engine.Team[0].Current);
        Assert.Empty(await scene.Engine.KeysAsync());
    }

    [Fact]
    public async Task Executions_are_counted_by_the_name_of_their_stage()
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(things: 4);

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal(7, (await scene.Engine.KindsAsync(SamplePipeline.Id, SamplePipeline.Cut)).Successes);
        Assert.Equal(1, (await scene.Engine.KindsAsync(SamplePipeline.Id, SamplePipeline.Join)).Successes);
    }

    [Theory]
    [InlineData("local", false)]
    [InlineData("local+faults", true)]
    public async Task Points_of_a_run_whose_workers_injected_faults_say_so(string sku, bool flagged)
    {
        var scene = new PipelineScene();
        await scene.HireAsync(sku: sku);
        var runId = await scene.SubmitAsync(things: 4);

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal(flagged, (await scene.Engine.HeaderAsync(runId)).HasInjectedFaults);
        Assert.All(await scene.Engine.PublishedAsync(runId), point => Assert.Equal(flagged, point.Result!.Flags.Contains(PointFlag.FaultsInjected)));
    }

    [Fact]
    public async Task A_reader_is_told_each_stage_by_its_name_with_its_progress_and_how_many_points_it_brought()
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(things: 4);
        await scene.Engine.WorkUntilAsync(async () => (await scene.Engine.HeaderAsync(runId)).Status == RunStatus.Running);
        var begun = (await scene.Engine.Reader.FindAsync(runId, Cancelled))!;

        await scene.Engine.WorkUntilEndedAsync(runId);
        var ended = (await scene.Engine.Reader.FindAsync(runId, Cancelled))!;

        Assert.Equal([("draw", true, 4, 1.0), ("cut", false, 0, 0.1), ("join", false, 0, null), ("clean", true, 1, null)],
            begun.Stages.Select(stage => (stage.Name, stage.Planned, stage.Tasks, stage.ExpectedSeconds)));
        Assert.Equal([("draw", 4, 1.0), ("cut", 7, 1.0), ("join", 1, 1.0), ("clean", 1, 1.0)], ended.Stages.Select(stage => (stage.Name, stage.Done, stage.Progress)));
        Assert.Equal((4, 4), (ended.Points, ended.PointsFinished));
        Assert.Contains("draw: 4 of 4 tasks done; cut: 7 of 7 tasks done; join: 1 of 1 task done", RunText.Progress(ended), StringComparison.Ordinal);
        var shown = ResultReport.Render(null, ended, (await scene.Engine.Reader.PointsAsync(runId, Cancelled))!, eachPoint: false, Sheet.Pipe);
        Assert.Matches(@"point +thing +parts", shown);
        Assert.Matches(@"3 +2 +3\.00", shown);
    }

    [Fact]
    public async Task A_stage_has_no_row_before_the_stages_before_it_have_closed_and_its_plan_is_stored()
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        var runId = await scene.SubmitAsync();
        await scene.Engine.WorkUntilAsync(async () => (await scene.Engine.HeaderAsync(runId)).Status == RunStatus.Running);
        scene.Engine.AfterRound = async () =>
        {
            var (draw, cut) = (await scene.StageAsync(runId, SamplePipeline.Draw), await scene.StageAsync(runId, SamplePipeline.Cut));
            Assert.True(cut.IsPlanned || (await scene.RowsAsync(runId, SamplePipeline.Cut)).Length == 0);
            Assert.True(draw.Closed || !cut.IsPlanned);
        };

        await scene.Engine.WorkUntilEndedAsync(runId);
    }

    [Fact]
    public async Task Orders_of_more_than_a_block_reach_their_tasks()
    {
        var scene = new PipelineScene();
        await scene.HireAsync(bagWorkers: 20);
        var runId = await scene.SubmitAsync(things: 25, mostParts: 1_000);

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal(325, (await scene.StageAsync(runId, SamplePipeline.Cut)).Total);
        var orders = new SamplePipeline { Things = 25, MostParts = 1_000 }.ExpectedCuts().ToArray();
        Assert.Equal(orders.Select((order, number) => new SamplePipeline().ProductOf(SamplePipeline.Cut, number, order)), (await scene.RowsAsync(runId, SamplePipeline.Cut)).Select(task => task.Result));
    }

    [Fact]
    public async Task What_tasks_of_bags_registered_is_removed_by_a_clean_stage_and_the_keys_are_held_until_then()
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        var runId = await scene.SubmitAsync();
        await scene.Engine.WorkUntilAsync(async () => await scene.Engine.Resources.ListAsync(runId, Cancelled).AnyAsync(Cancelled));
        scene.Engine.AfterRound = async () =>
        {
            if (await scene.Engine.Resources.ListAsync(runId, Cancelled).AnyAsync(Cancelled))
            {
                Assert.Equal(["hosts", "target-default"], (await scene.Engine.KeysAsync()).Select(key => key.Key).Order());
            }
        };

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Empty(await scene.Engine.Resources.ListAllAsync(Cancelled).ToArrayAsync(Cancelled));
        Assert.Equal(1, (await scene.StageAsync(runId, "clean")).Finished);
        Assert.Empty(await scene.Engine.KeysAsync());
    }

    [Fact]
    public async Task A_run_whose_stages_touch_no_target_has_no_clean_stage()
    {
        var engine = new TaskManagerUnderTest();
        await engine.HireBagWorkersAsync(1);
        var runId = await engine.SubmitAsync(BagScene.Spec(tasks: 2));

        await engine.WorkUntilEndedAsync(runId);

        Assert.Equal(["bag 1"], (await engine.Runs.FindWithStagesAsync(runId, Cancelled))!.Stages.Select(stage => stage.Name));
    }

    [Theory]
    [InlineData("nothing", RunStatus.CompletedWithErrors, "1 of 8 tasks failed", 1)]
    [InlineData("dependants", RunStatus.Failed, "1 of 4 tasks of cut failed, which gives up what follows", 0)]
    public async Task A_task_that_failed_for_good_gives_up_what_its_stage_says(string partGivesUp, RunStatus status, string reason, int joined)
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        scene.Engine.Team[0].Script = scene.Engine.Team[1].Script = task =>
            task.Key is { Stage.BagIndex: 1, Number: 1 } ? new WorkerDeed.Fail(FailureCause.BadInput) : new WorkerDeed.Succeed();
        var runId = await scene.SubmitAsync(partGivesUp: partGivesUp, mostParts: 2);

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal((status, reason), await scene.EndOfAsync(runId));
        Assert.Equal((4, joined), ((await scene.StageAsync(runId, SamplePipeline.Cut)).Finished, (await scene.StageAsync(runId, SamplePipeline.Join)).Finished));
        Assert.Empty(await scene.Engine.Resources.ListAllAsync(Cancelled).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task A_plan_without_orders_ends_the_run_in_one_sentence_with_nothing_dispatched()
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(mostParts: 0);

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Failed, "stage cut has nothing to do: the stages before it brought no order for it"), await scene.EndOfAsync(runId));
        Assert.Empty(await scene.RowsAsync(runId, SamplePipeline.Cut));
    }

    [Fact]
    public async Task A_plan_beyond_the_operators_limit_ends_the_run_with_nothing_of_it_dispatched()
    {
        var scene = new PipelineScene(new(Most: 3));
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(things: 3);

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Failed, "stage cut would have more tasks than Limits:OperationsPerRun leaves, 0"), await scene.EndOfAsync(runId));
        Assert.Empty(await scene.RowsAsync(runId, SamplePipeline.Cut));
    }

    [Fact]
    public async Task A_plan_with_which_all_stages_have_more_tasks_than_a_run_may_have_ends_it()
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(things: 3);
        await scene.Engine.WorkUntilAsync(async () => (await scene.Engine.HeaderAsync(runId)).Status == RunStatus.Running);
        await scene.Engine.Runs.TryReplaceStageAsync(await scene.StageAsync(runId, SamplePipeline.Join) with { Total = StagePlan.MostTasksOfRun - 4 }, Cancelled);

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Failed, "stage cut would make more than 10,000,000 tasks of its run"), await scene.EndOfAsync(runId));
    }

    [Fact]
    public async Task A_run_is_charged_for_the_tasks_of_each_stage_when_that_is_planned_and_not_for_their_time_as_if_they_took_turns()
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(things: 4);
        var before = (await scene.Engine.HeaderAsync(runId)).Charge!;

        await scene.Engine.WorkUntilEndedAsync(runId);

        var header = await scene.Engine.HeaderAsync(runId);
        Assert.Equal((4, 0, 4.0), (before.Operations, before.Bytes, before.Seconds));
        Assert.Equal((4 + 7 + 1, 70, 4.0), (header.Charge!.Operations, header.Charge.Bytes, header.Charge.Seconds));
        Assert.Equal(header.Charge, (await scene.Engine.Runs.ListMonthAsync(header.IndexKey.Month, Cancelled).SingleAsync(Cancelled)).Charge);
    }

    [Fact]
    public async Task Wherever_the_process_ends_the_index_has_the_charge_of_a_stage_before_its_first_task_begins()
    {
        for (var change = 1; change <= 60; change++)
        {
            var (scene, runId) = await StartAsync(change, applied: true);
            await AssertChargesAsync(scene, runId);
        }
    }

    [Fact]
    public async Task Where_the_answer_to_a_plan_is_lost_the_run_says_that_it_is_made_and_the_index_has_its_charge()
    {
        var scene = new PipelineScene();
        scene.Engine.RowStore = rows => new RepeatingRowStore(rows, ControlNames.RunsTable);
        scene.Engine.Restart();
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(things: 4);

        await AssertChargesAsync(scene, runId);

        Assert.Contains("cut is planned: 7 tasks", await scene.Engine.EventsAsync(runId));
    }

    [Fact]
    public async Task Where_the_index_cannot_be_written_after_a_plan_it_has_the_charge_all_the_same_before_the_first_task_begins()
    {
        var scene = new PipelineScene();
        var writes = 0;
        scene.Engine.RowStore = rows => new InterceptedRowStore(rows, (table, _, changes) =>
        {
            // The first is of the submission.
            if (changes && table == ControlNames.RunIndexTable && ++writes == 2)
            {
                throw new RequestFailedException(503, "The server is busy.");
            }
        });
        scene.Engine.Restart();
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(things: 4);

        await AssertChargesAsync(scene, runId);

        Assert.True(writes > 2);
    }

    [Fact]
    public async Task A_run_tells_its_beginning_its_plans_and_its_end_though_answers_are_lost_and_somebody_tags_it_before_each_is_asked_for_again()
    {
        var (scene, tagged) = (new PipelineScene(), new PipelineScene());
        var tags = 0;
        tagged.Engine.RowStore = rows => new RepeatingRowStore(rows, ControlNames.RunsTable)
        {
            Meanwhile = async row =>
            {
                var header = await tagged.Engine.HeaderAsync(row.PartitionKey);
                Assert.NotNull(await tagged.Engine.Runs.TryReplaceAsync(header with { ChangedTags = new() { ["tag"] = $"{++tags}" } }, Cancelled));
            },
        };
        tagged.Engine.Restart();

        Assert.Equal(await ToldAsync(scene), await ToldAsync(tagged));
        Assert.True(tags > 5);
    }

    private static async Task<string[]> ToldAsync(PipelineScene scene)
    {
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(things: 4);
        await scene.Engine.WorkUntilEndedAsync(runId);
        return await scene.Engine.EventsAsync(runId);
    }

    private static async Task AssertChargesAsync(PipelineScene scene, string runId)
    {
        var looks = 0;
        foreach (var worker in scene.Engine.Team)
        {
            var product = worker.Product;
            worker.Product = async task =>
            {
                var header = await scene.Engine.HeaderAsync(runId);
                Assert.Equal(header.Charge, (await scene.Engine.Runs.ListMonthAsync(header.IndexKey.Month, Cancelled).SingleAsync(Cancelled)).Charge);
                looks++;
                return await product(task);
            };
        }

        await scene.Engine.WorkUntilEndedAsync(runId);
        Assert.True(looks > 0);
    }

    [Fact]
    public async Task A_plan_that_exceeds_a_limit_of_bytes_is_not_begun()
    {
        var scene = new PipelineScene();
        scene.Engine.Limits = new() { BytesPerRun = 60 };
        scene.Engine.Restart();
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(things: 4);

        await scene.Engine.WorkUntilEndedAsync(runId);

        var (status, reason) = await scene.EndOfAsync(runId);
        Assert.Equal(RunStatus.Failed, status);
        Assert.StartsWith("stage cut is not begun: Limits:BytesPerRun: the run would come to 70 B", reason, StringComparison.Ordinal);
        Assert.Empty(await scene.RowsAsync(runId, SamplePipeline.Cut));
    }

    [Fact]
    public async Task The_points_of_a_stage_are_published_in_turns()
    {
        var scene = new PipelineScene();
        var (published, most) = (0, 0);
        scene.Engine.RowStore = rows => new InterceptedRowStore(rows, (table, _, changes) =>
        {
            var publishes = table == ControlNames.PointsTable && changes;
            published += publishes ? 1 : 0;
            scene.Engine.Time.Advance(publishes ? TimeSpan.FromMilliseconds(10) : TimeSpan.Zero);
        });
        scene.Engine.AfterRound = () =>
        {
            (published, most) = (0, Math.Max(most, published));
            return Task.CompletedTask;
        };
        scene.Engine.Restart();
        await scene.HireAsync(bagWorkers: 20);
        var runId = await scene.SubmitAsync(things: 200, mostParts: 1);

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal(200, (await scene.Engine.PublishedAsync(runId)).Length);
        Assert.InRange(most, 1, 20);
    }

    [Fact]
    public async Task A_product_that_the_experiment_cannot_read_ends_its_run_and_no_other()
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        scene.Engine.Team[0].Product = scene.Engine.Team[1].Product = _ => Task.FromResult("[]");
        var runId = await scene.SubmitAsync();

        await scene.Engine.WorkUntilEndedAsync(runId);

        var (status, reason) = await scene.EndOfAsync(runId);
        Assert.Equal(RunStatus.Failed, status);
        Assert.StartsWith("stage cut cannot be planned: InvalidOperationException", reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Wherever_the_process_ends_each_stage_is_planned_once_and_each_task_executed_once()
    {
        var changes = (await CompleteAsync(0, applied: false)).Crash.Changes;
        Assert.InRange(changes, 20, 200);
        foreach (var (change, applied) in CrashPlan.Ends(changes))
        {
            await CompleteAsync(change, applied);
        }
    }

    [Fact]
    public async Task Wherever_the_process_ends_a_pipeline_that_is_then_cancelled_ends_and_leaves_nothing()
    {
        for (var change = 1; change <= 60; change += 3)
        {
            var (scene, runId) = await StartAsync(change, applied: change % 2 == 0);
            await scene.Engine.WorkUntilAsync(async () => scene.Engine.Crash.Happened || (await scene.Engine.HeaderAsync(runId)).Status.IsTerminal());
            await scene.Engine.Cancellation.RequestAsync(runId, "", Cancelled);

            await scene.Engine.WorkUntilEndedAsync(runId);

            await scene.Engine.DrainMessagesAsync();
            Assert.Empty(await scene.Engine.Resources.ListAllAsync(Cancelled).ToArrayAsync(Cancelled));
            Assert.Empty(await scene.Engine.KeysAsync());
        }
    }

    private static async Task<TaskManagerUnderTest> CompleteAsync(int change, bool applied)
    {
        var (scene, runId) = await StartAsync(change, applied);

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, ""), await scene.EndOfAsync(runId));
        Assert.Equal(new SamplePipeline { Things = 2 }.ExpectedCuts(), await scene.OrdersAsync(runId, SamplePipeline.Cut));
        Assert.Equal(["3 parts"], await scene.OrdersAsync(runId, SamplePipeline.Join));
        Assert.Equal([1, 2], (await scene.Engine.PublishedAsync(runId)).Select(point => point.Number));
        var taken = scene.Engine.Team.SelectMany(worker => worker.Taken).ToArray();
        Assert.Equal(taken.Distinct(), taken);
        Assert.Equal(change > 0, scene.Engine.Crash.Happened);
        Assert.Empty(await scene.Engine.Resources.ListAllAsync(Cancelled).ToArrayAsync(Cancelled));
        return scene.Engine;
    }

    private static async Task<(PipelineScene Scene, string RunId)> StartAsync(int change, bool applied)
    {
        var scene = new PipelineScene();
        scene.Engine.Crash.Arm(change, applied);
        await scene.HireAsync();
        return (scene, await scene.SubmitAsync(things: 2));
    }
}
