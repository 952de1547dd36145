using AzurePerf.Core.Tasks;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Products;
using AzurePerf.Worker;
using AzurePerf.Worker.Programs;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Programs;

public sealed class InputRoomTests
{
    private const long Megabyte = 1 << 20;
    private readonly InputRoom _room = new(new() { InputMegabytes = 10, Seconds = 60 }, new WorkerOptions { Pool = "bag", BagSlots = 3 });
    private readonly List<TimeSpan> _waits = [];

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_task_waits_until_there_is_room_and_its_time_does_not_count_meanwhile()
    {
        using var first = _room.Open();
        using var second = _room.Open();
        await TakeAsync(first, 6);
        var waiting = TakeAsync(second, 5);

        Assert.False(waiting.IsCompleted);
        Assert.Equal([TimeSpan.FromMinutes(2)], _waits);
        first.Dispose();
        await waiting;
        Assert.Single(_waits);
    }

    [Fact]
    public async Task Who_came_first_has_room_first_however_little_the_next_needs()
    {
        using var first = _room.Open();
        using var large = _room.Open();
        using var small = _room.Open();
        await TakeAsync(first, 6);
        var (waiting, next) = (TakeAsync(large, 9), TakeAsync(small, 1));

        Assert.False(next.IsCompleted);
        first.Dispose();
        await Task.WhenAll(waiting, next);
    }

    [Fact]
    public async Task One_that_is_stopped_while_it_waits_holds_up_nobody_and_takes_nothing()
    {
        using var stop = new CancellationTokenSource();
        using var first = _room.Open();
        using var second = _room.Open();
        using var third = _room.Open();
        await TakeAsync(first, 6);
        var (waiting, next) = (second.TakeAsync(9 * Megabyte, _waits.Add, stop.Token), TakeAsync(third, 4));

        await stop.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        await next;
        first.Dispose();
        third.Dispose();
        second.Dispose();
        using var all = _room.Open();
        await TakeAsync(all, 10);
    }

    [Fact]
    public async Task A_task_that_needs_more_than_all_room_is_refused_in_one_sentence()
    {
        using var share = _room.Open();

        var end = await Assert.ThrowsAsync<ExecutionEndedException>(() => share.TakeAsync((10 * Megabyte) + 1, _waits.Add, Cancelled));

        Assert.Equal(FailureCause.BadInput, end.Cause);
        Assert.Equal(
            "The images of this task may take 11 MB on the disk of a worker; the operator allows 10 MB (Programs:InputMegabytes): ask for a smaller area or fewer data sets.",
            end.Message);
    }

    [Theory]
    [InlineData("MOD11A1", "LST_Day_1km", true, 1_200L * 1_200 * 8)]
    [InlineData("MOD11A1", "LST_Day_1km", false, (1 << 20) + (1_280L * 1_280 * 12))]
    [InlineData("MOD09GA", "sur_refl_b01_1", true, 2_400L * 2_400 * 8)]
    public void The_size_of_an_image_is_known_before_it_is_read(string product, string dataSet, bool isFlat, long bytes) =>
        Assert.Equal(bytes, InputSize.MostOf(ImageSubject.Of(ProductCatalogue.Shipped, product, dataSet, "", ""), isFlat));

    private Task TakeAsync(InputShare share, int megabytes) => share.TakeAsync(megabytes * Megabyte, _waits.Add, Cancelled);
}
