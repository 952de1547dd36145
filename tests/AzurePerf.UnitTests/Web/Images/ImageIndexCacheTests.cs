using System.Text;
using AzurePerf.Web.Images;
using Xunit;

namespace AzurePerf.UnitTests.Web.Images;

public sealed class ImageIndexCacheTests
{
    private const string Empty = """{"schema":1,"request":{},"results":[],"periods":[],"images":[],"notCovered":[]}""";
    private readonly ImageIndexCache _cache = new();
    private int _readings;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Who_asks_while_a_manifest_is_read_waits_for_the_same_reading_even_when_the_first_gives_up()
    {
        var gate = new TaskCompletionSource();
        using var impatient = new CancellationTokenSource();

        var first = _cache.FindAsync("a", () => ReadAsync(gate.Task), impatient.Token);
        var second = _cache.FindAsync("a", () => ReadAsync(gate.Task), Cancelled);
        await impatient.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => first);
        gate.SetResult();

        Assert.Same(await second, await _cache.FindAsync("a", () => ReadAsync(gate.Task), Cancelled));
        Assert.Equal(1, _readings);
    }

    [Fact]
    public async Task A_reading_that_fails_or_finds_nothing_is_made_again_and_manifests_are_not_mixed_up()
    {
        await Assert.ThrowsAsync<InvalidDataException>(
            () => _cache.FindAsync("a", () => ReadAsync(Task.FromException(new InvalidDataException("broken"))), Cancelled));
        Assert.Null(await _cache.FindAsync("a", () => Task.FromResult<ImageIndex?>(null), Cancelled));

        var index = await _cache.FindAsync("a", () => ReadAsync(Task.CompletedTask), Cancelled);

        Assert.NotNull(index);
        Assert.NotSame(index, await _cache.FindAsync("b", () => ReadAsync(Task.CompletedTask), Cancelled));
        Assert.Equal(3, _readings);
    }

    [Fact]
    public async Task A_result_weighs_as_much_as_the_names_of_its_files_take()
    {
        const string Result = """
            {"reduction":"zones","first":"2024-01-25","last":"2024-01-25","key":"zones-1","valuesHash":"ab","coverage":1,
            "files":[{"name":"zones.csv","suffix":"","contentType":"text/csv"}],"tiles":[]}
            """;

        Assert.Equal(26, (await IndexOf(Empty.Replace("\"results\":[]", $"\"results\":[{Result}]", StringComparison.Ordinal))).Weight);
    }

    private static async Task<ImageIndex> IndexOf(string manifest)
    {
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(manifest));
        return await ImageIndex.ReadAsync(stream, Cancelled);
    }

    private async Task<ImageIndex?> ReadAsync(Task gate)
    {
        _readings++;
        await gate;
        return await IndexOf(Empty);
    }
}
