using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Planning;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Pipelines;

public sealed class OrderSourceTests
{
    private const int Tasks = 6_400;
    private static readonly TimeSpan Turn = TimeSpan.FromSeconds(1);

    private readonly FakeTimeProvider _time = new();
    private readonly StageState _draw = new() { RunId = "aaaaaaaaaaaaaaaaaaaa", Id = StageId.Bag(0), Name = "draw", Total = Tasks, Closed = true };
    private readonly InMemoryControlPlane _control = new(new FakeTimeProvider());
    private int _lists;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Orders_that_read_all_products_before_they_give_the_first_let_others_have_their_turn_meanwhile()
    {
        await using var source = SourceOf(CountedAsync);
        await PlantAsync();
        var pauses = 0;
        for (_lists = 0; !await source.TryReadAsync(); _lists = 0)
        {
            Assert.InRange(_lists, 0, 4);
            pauses++;
        }

        Assert.Equal((Tasks / 250, "6400", ""), (pauses, source.Order, source.Fault));
        Assert.True(await source.TryReadAsync());
        Assert.Equal((null, ""), (source.Order, source.Fault));

        static async IAsyncEnumerable<string> CountedAsync(IStageProducts products)
        {
            var count = await products.OfAsync("draw").CountAsync(Cancelled);
            yield return $"{count}";
        }
    }

    [Fact]
    public async Task Products_come_in_the_order_of_their_tasks_though_their_rows_are_in_64_partitions()
    {
        await using var source = SourceOf(NumbersAsync);
        await PlantAsync();
        while (!await source.TryReadAsync())
        {
        }

        Assert.Equal(("in order", ""), (source.Order, source.Fault));

        static async IAsyncEnumerable<string> NumbersAsync(IStageProducts products)
        {
            var numbers = await products.OfAsync("draw").Select(product => product.Task).ToArrayAsync(Cancelled);
            yield return numbers.SequenceEqual(Enumerable.Range(0, Tasks)) ? "in order" : string.Join(' ', numbers.Take(300));
        }
    }

    [Fact]
    public async Task Products_that_are_read_several_times_over_count_each_time()
    {
        await using var source = SourceOf(AgainAsync);
        await PlantAsync(tasks: 100);
        var pauses = 0;
        while (!await source.TryReadAsync())
        {
            pauses++;
        }

        Assert.Equal((4, "10"), (pauses, source.Order));

        static async IAsyncEnumerable<string> AgainAsync(IStageProducts products)
        {
            var times = 0;
            for (; times < 10; times++)
            {
                await foreach (var _ in products.OfAsync("draw"))
                {
                }
            }

            yield return $"{times}";
        }
    }

    [Fact]
    public async Task Orders_that_wait_for_something_else_are_waited_for_a_turn_and_go_on_behind_those_of_others()
    {
        var released = new TaskCompletionSource();
        await using var source = SourceOf(WaitAsync);

        Assert.False(await InATurnAsync(source.TryReadAsync()));
        Assert.False(await InATurnAsync(source.TryReadAsync()));
        released.SetResult();

        Assert.True(await source.TryReadAsync());
        Assert.Equal("late", source.Order);

        async IAsyncEnumerable<string> WaitAsync(IStageProducts products)
        {
            await released.Task;
            yield return "late";
        }
    }

    [Fact]
    public async Task Orders_that_nobody_asks_for_any_more_end_at_the_next_row_and_nobody_waits_for_them()
    {
        var ended = new TaskCompletionSource();
        var source = SourceOf(EndAsync);
        await PlantAsync();
        Assert.False(await source.TryReadAsync());

        await source.DisposeAsync();

        await ended.Task;

        async IAsyncEnumerable<string> EndAsync(IStageProducts products)
        {
            try
            {
                yield return $"{await products.OfAsync("draw").CountAsync(Cancelled)}";
            }
            finally
            {
                ended.SetResult();
            }
        }
    }

    private OrderSource SourceOf(Func<IStageProducts, IAsyncEnumerable<string>> orders)
    {
        var rows = new InterceptedRowStore(_control.Rows, (table, _, changes) => _lists += table == ControlNames.TasksTable && !changes ? 1 : 0);
        return new(new("cut", StageShape.Bag, "cut") { Orders = orders }, [_draw], new TaskStore(rows), Turn, _time, Cancelled);
    }

    private async Task PlantAsync(int tasks = Tasks)
    {
        var store = new TaskStore(_control.Rows);
        for (var first = 0; first < tasks; first += TaskSharding.BlockTasks)
        {
            await store.TryAddAsync(
                [.. Enumerable.Range(first, TaskSharding.BlockTasks).Select(number => new BenchmarkTask
                {
                    Key = new(_draw.RunId, _draw.Id, number, TaskSharding.ShardOf(number, _draw.Shards)),
                    Order = new(),
                    Status = BenchmarkTaskStatus.Done,
                    Owner = "worker1",
                    Nonce = "nonce1",
                    ClaimedAt = _time.GetUtcNow(),
                    EndedAt = _time.GetUtcNow(),
                    Result = "{}",
                })],
                Cancelled);
        }
    }

    private async Task<bool> InATurnAsync(Task<bool> reading)
    {
        _time.Advance(Turn);
        return await reading;
    }
}
