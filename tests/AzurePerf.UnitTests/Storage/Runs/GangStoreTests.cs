using AzurePerf.Core.Gangs;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Gangs;
using AzurePerf.UnitTests.Golden;
using AzurePerf.UnitTests.Storage.Rows;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Runs;

public sealed class GangStoreTests
{
    private readonly InMemoryRowStore _rows = new();
    private readonly GangStore _gangs;

    public GangStoreTests() => _gangs = new(_rows);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_row_of_a_gang_is_as_the_golden_file_shows()
    {
        await _gangs.TryAddAsync(SampleGang.State with { Build = "b1", Go = SampleGang.Go() }, Token);

        GoldenFile.Check("row-gang.json", RowText.Of((await _rows.FindAsync(ControlNames.RunsTable, SampleGang.RunId, "g0000003", Token))!));
    }

    [Fact]
    public async Task What_is_stored_can_be_read_again()
    {
        var gang = SampleGang.State with { Go = SampleGang.Go() };
        Assert.True(await _gangs.TryAddAsync(gang, Token));
        Assert.False(await _gangs.TryAddAsync(gang, Token));

        var read = (await _gangs.FindAsync(SampleGang.RunId, 3, Token))!;

        Assert.Equal(gang with { Go = null }, read with { Go = null, ETag = "" });
        Assert.Equal(gang.Go.Members, read.Go!.Members);
        Assert.Null(await _gangs.FindAsync(SampleGang.RunId, 4, Token));
    }

    [Fact]
    public async Task Of_two_who_change_a_gang_one_succeeds()
    {
        await _gangs.TryAddAsync(SampleGang.State, Token);
        var read = (await _gangs.FindAsync(SampleGang.RunId, 3, Token))!;

        Assert.NotNull(await _gangs.TryReplaceAsync(read with { Number = 3 }, Token));
        Assert.Null(await _gangs.TryReplaceAsync(read with { Go = SampleGang.Go() }, Token));
    }

    [Fact]
    public async Task The_largest_gang_with_the_longest_names_fits_into_its_row()
    {
        var longest = new string('x', 300);
        var go = new GangGo(longest, long.MaxValue, longest, [.. Enumerable.Range(0, 100).Select(task =>
            new GangMember(99_999_900 + task, int.MaxValue, longest, longest, long.MinValue, long.MaxValue, long.MinValue, longest))]);
        var gang = SampleGang.State with { FirstTask = 99_999_900, Members = 100, Go = go };

        Assert.True(await _gangs.TryAddAsync(gang, Token));
        Assert.Equal(go.Members, (await _gangs.FindAsync(SampleGang.RunId, 3, Token))!.Go!.Members);
    }

    [Fact]
    public async Task The_header_of_a_run_is_read_without_its_gangs()
    {
        var runs = new RunStore(_rows);
        await runs.TryAddAsync(UnitTests.Runs.ExampleRun.Accepted(SampleGang.RunId, DateTimeOffset.UnixEpoch), Token);
        await _gangs.TryAddAsync(SampleGang.State, Token);

        Assert.NotNull(await runs.FindWithStagesAsync(SampleGang.RunId, Token));
    }

    [Theory]
    [InlineData("g", 0)]
    [InlineData("members", 1)]
    [InlineData("members", 101)]
    [InlineData("firstTask", -1)]
    [InlineData("firstTask", 5)]
    [InlineData("token", null)]
    [InlineData("go0", "[]")]
    [InlineData("go0", "nonsense")]
    [InlineData("goAt", "soon")]
    public async Task A_row_that_makes_no_sense_is_named(string property, object? value)
    {
        await _gangs.TryAddAsync(SampleGang.State with { Go = SampleGang.Go() }, Token);
        var row = (await _rows.FindAsync(ControlNames.RunsTable, SampleGang.RunId, "g0000003", Token))!;
        row[property] = value;
        await _rows.PutAsync(ControlNames.RunsTable, row, Token);

        var corrupt = await Assert.ThrowsAsync<CorruptRowException>(() => _gangs.FindAsync(SampleGang.RunId, 3, Token));

        Assert.Contains($"{SampleGang.RunId}/g0000003", corrupt.Message, StringComparison.Ordinal);
    }
}
