using AzurePerf.Core.Tasks;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Tasks;

public sealed class TaskScanTests
{
    [Fact]
    public void All_tasks_of_a_large_bag_come_by_number_a_block_at_a_time()
    {
        var scan = new TaskScan(Partitions: 64, Written: 250, Total: 10_000);

        Assert.Equal(new TaskSlice(0, 0, 100), scan.SliceAt(TaskPlace.Start));
        Assert.Equal(new TaskSlice(1, 150, 200), scan.SliceAt(new(0, 150)));
        Assert.Equal(new TaskSlice(2, 200, 250), scan.SliceAt(new(0, 200)));
        Assert.Equal(new TaskSlice(null, 250, 10_000), scan.SliceAt(new(0, 250)));
        Assert.Null(scan.SliceAt(new(0, 10_000)));
    }

    [Fact]
    public void What_a_filter_admits_comes_partition_by_partition_so_that_rare_tasks_cost_few_requests()
    {
        var scan = new TaskScan(Partitions: 64, Written: 250, Total: 10_000) { IsFiltered = true, WantsUnwritten = false };

        Assert.Equal(new TaskSlice(0, 0, 250), scan.SliceAt(TaskPlace.Start));
        Assert.Equal(new TaskPlace(1, 0) { RoundBefore = 250 }, scan.After(new(0, 0, 250)));
        Assert.Equal(new TaskSlice(2, 217, 250), scan.SliceAt(new(2, 217)));
        Assert.Null(scan.SliceAt(new(3, 0)));
    }

    [Fact]
    public void A_filter_on_a_stage_in_one_partition_reads_it_as_a_whole()
    {
        var scan = new TaskScan(Partitions: 1, Written: 900, Total: 1_000) { IsFiltered = true };

        Assert.Equal(new TaskSlice(0, 0, 900), scan.SliceAt(TaskPlace.Start));
        Assert.Equal(new TaskSlice(null, 900, 1_000), scan.SliceAt(scan.After(new(0, 0, 900))));
    }

    [Fact]
    public void A_reader_who_goes_on_after_each_page_sees_every_task_once() => SeededProperty.Holds(
        Gen.Select(Gen.Int[1, 3_000], Gen.Int[0, 3_000], Gen.Bool, Gen.Int[1, 150]),
        drawn =>
        {
            var (total, written, isFiltered, limit) = drawn;
            var scan = new TaskScan(TaskSharding.ShardsOf(StageKind.Bag, total), Math.Min(written, total), total) { IsFiltered = isFiltered };
            var seen = new List<int>();
            var (place, share, grows) = (TaskPlace.Start, 0.0, true);
            while (scan.SliceAt(place) is { } slice)
            {
                var page = Enumerable.Range(slice.From, slice.Before - slice.From)
                    .Where(number => slice.Partition is null || TaskSharding.ShardOf(number, scan.Partitions) == slice.Partition).Take(limit).ToArray();
                seen.AddRange(page);
                place = TaskPlace.Parse((page.Length == limit ? scan.After(slice, page[^1]) : scan.After(slice)).ToString())!;
                grows &= scan.ShareBefore(place) >= share;
                share = scan.ShareBefore(place);
            }

            return grows && share == 1 && seen.Order().SequenceEqual(Enumerable.Range(0, total));
        });

    [Fact]
    public void A_reader_sees_every_task_once_also_while_the_stage_is_written() => SeededProperty.Holds(
        Gen.Select(Gen.Int[1, 9_000], Gen.Int[0, 9_000], Gen.Bool, Gen.Int[1, 150], Gen.Int[0, 700]),
        drawn =>
        {
            var (total, written, isFiltered, limit, growth) = drawn;
            var scan = new TaskScan(TaskSharding.ShardsOf(StageKind.Bag, total), Math.Min(written, total), total) { IsFiltered = isFiltered };
            var seen = new List<int>();
            var place = TaskPlace.Start;
            while (scan.SliceAt(place) is { } slice)
            {
                var page = Enumerable.Range(slice.From, slice.Before - slice.From)
                    .Where(number => slice.Partition is null || TaskSharding.ShardOf(number, scan.Partitions) == slice.Partition).Take(limit).ToArray();
                seen.AddRange(page);
                place = TaskPlace.Parse((page.Length == limit ? scan.After(slice, page[^1]) : scan.After(slice)).ToString())!;
                scan = scan with { Written = Math.Min(scan.Written + growth, total) };
            }

            return seen.Order().SequenceEqual(Enumerable.Range(0, total));
        });

    [Fact]
    public void Rows_that_were_written_after_a_filtered_list_began_come_in_another_round()
    {
        var scan = new TaskScan(Partitions: 64, Written: 4_000, Total: 10_000) { IsFiltered = true, WantsUnwritten = false };

        Assert.Equal(new TaskSlice(32, 3_200, 4_000) { RoundFrom = 3_200 }, scan.SliceAt(new(64, 0) { RoundBefore = 3_200 }));
        Assert.Equal(new TaskSlice(29, 2_900, 3_000), scan.SliceAt(new(29, 2_900) { RoundBefore = 3_000 }));
        Assert.Null(scan.SliceAt(new(40, 0) { RoundFrom = 3_200, RoundBefore = 4_000 }));
    }

    [Theory]
    [InlineData("")]
    [InlineData("1")]
    [InlineData("1-")]
    [InlineData("-1-2")]
    [InlineData("1-2-3")]
    [InlineData("1-x")]
    [InlineData("1-999999999")]
    [InlineData(" 1-2")]
    public void A_text_that_no_place_has_is_none(string text) => Assert.Null(TaskPlace.Parse(text));
}
