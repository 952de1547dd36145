using AzurePerf.Core.Files;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Products;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Worker;
using AzurePerf.Worker.Images;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Images;

public sealed class SourceCacheTests : IDisposable
{
    private const int Limit = 1 << 20;
    private const int NoSpaceLeft = 28;
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-sources-");
    private readonly FakeTimeProvider _time = new();
    private readonly ProductStore _store;
    private readonly SourceCache _cache;
    private int _fullDisk;
    private Action? _whileBringing;

    public SourceCacheTests()
    {
        var ids = new SeededIdSource(1);
        _store = new(
            new InterceptedFiles(
                new InMemoryBlobStore(_time),
                (operation, _, _) => operation == nameof(IFileStore.OpenAsync) && _fullDisk-- > 0
                    ? throw new IOException("No space left on device", NoSpaceLeft)
                    : Task.CompletedTask)
            {
                Reading = content => new DisturbedStream(content, () => Interlocked.Exchange(ref _whileBringing, null)?.Invoke()),
            },
            new InMemoryRowStore(), ids, _time);
        _cache = new(_store, new WorkerOptions { SourceDirectory = _folder.FullName, SourceBytes = Limit }, ids, _time);
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task What_was_not_read_for_longest_makes_room_and_the_limit_is_kept_at_any_time()
    {
        await BringAsync("read often", 100_000);
        for (var number = 0; number < 40; number++)
        {
            _time.Advance(TimeSpan.FromMinutes(1));
            await BringAsync($"granule {number}", 100_000);
            Assert.Equal(100_000, _cache.Read(Name("read often")).Length);
            Assert.InRange(_folder.GetFiles().Sum(file => file.Length), 1, Limit);
        }

        var gone = Assert.Throws<ExecutionEndedException>(() => _cache.Read(Name("granule 0")));
        Assert.Contains("SourceBytes", gone.Message, StringComparison.Ordinal);
        await _cache.EnsureAsync(Name("granule 0"), Cancelled);
        Assert.Equal(100_000, _cache.Read(Name("granule 0")).Length);
    }

    [Fact]
    public async Task A_source_that_alone_is_larger_than_the_limit_is_read_all_the_same()
    {
        await BringAsync("small", 1_000);
        _time.Advance(TimeSpan.FromMinutes(1));
        var large = await BringAsync("large", 2 * Limit);

        Assert.Equal(2 * Limit, _cache.Read(large).Length);
        Assert.Single(_folder.GetFiles());
    }

    [Fact]
    public async Task A_source_that_was_ensured_stays_while_others_of_its_task_are_brought()
    {
        foreach (var key in (string[])["oldest", "older", "old", "new"])
        {
            await BringAsync(key, 200_000);
            _time.Advance(TimeSpan.FromMinutes(1));
        }

        await _cache.EnsureAsync(Name("oldest"), Cancelled);
        await BringAsync("missing", 200_000);

        Assert.Equal(200_000, _cache.Read(Name("oldest")).Length);
        Assert.Throws<ExecutionEndedException>(() => _cache.Read(Name("older")));
    }

    [Fact]
    public async Task On_a_full_disk_half_of_the_folder_makes_room_and_where_there_is_none_the_disk_is_full()
    {
        foreach (var key in (string[])["oldest", "older", "old", "new"])
        {
            await BringAsync(key, 1_000);
            _time.Advance(TimeSpan.FromMinutes(1));
        }

        _fullDisk = 1;
        await BringAsync("newest", 1_000);

        Assert.Equal(FailureCause.OutOfDisk, Assert.Throws<ExecutionEndedException>(() => _cache.Read(Name("oldest"))).Cause);
        Assert.Equal(1_000, _cache.Read(Name("new")).Length);
        _folder.GetFiles().ToList().ForEach(file => file.Delete());
        _fullDisk = 1;
        Assert.True(FullDisk.IsWhy(await Assert.ThrowsAsync<IOException>(() => BringAsync("another", 1_000))));
    }

    [Fact]
    public async Task The_folder_is_looked_at_once_in_a_sixteenth_of_its_limit_and_not_for_each_source()
    {
        await BringAsync("first", 10);
        var abandoned = Path.Combine(_folder.FullName, "abandoned.part");
        await File.WriteAllTextAsync(abandoned, "of a worker that was killed", Cancelled);
        File.SetLastWriteTimeUtc(abandoned, _time.GetUtcNow().UtcDateTime.AddDays(-2));

        for (var number = 0; number < 6; number++)
        {
            Assert.True(File.Exists(abandoned));
            await BringAsync($"small {number}", Limit / 16 / 6);
        }

        await BringAsync("the last", Limit / 16);
        Assert.False(File.Exists(abandoned));
    }

    [Fact]
    public async Task A_source_that_another_task_brought_meanwhile_is_there_though_the_own_copy_cannot_take_its_name()
    {
        _whileBringing = () =>
        {
            var own = Assert.Single(_folder.GetFiles());
            _cache.EnsureAsync(Name("granule"), Cancelled).GetAwaiter().GetResult();
            own.Delete();
        };

        await BringAsync("granule", 1_000);

        Assert.Equal(1_000, Assert.Single(_folder.GetFiles()).Length);
    }

    [Fact]
    public async Task What_another_process_is_writing_stays()
    {
        var part = Path.Combine(_folder.FullName, "another.part");
        await File.WriteAllBytesAsync(part, new byte[Limit], Cancelled);
        await BringAsync("granule", 100);
        Assert.True(File.Exists(part));
    }

    [Fact]
    public async Task A_folder_that_takes_no_files_is_the_fault_of_the_worker_and_names_the_setting()
    {
        var file = Path.Combine(_folder.FullName, "file");
        await File.WriteAllTextAsync(file, "no folder can be made in it", Cancelled);
        var cache = new SourceCache(_store, new WorkerOptions { SourceDirectory = Path.Combine(file, "sources") }, new SeededIdSource(2), _time);
        using var content = new MemoryStream(new byte[10]);
        await _store.StoreAsync(Name("one"), content, "application/x-hdf", new ProductFacts(new string('a', 64), 1, 1, ""), [], Cancelled);

        foreach (var ended in new[]
        {
            Assert.Throws<ExecutionEndedException>(() => cache.Create()),
            await Assert.ThrowsAsync<ExecutionEndedException>(() => cache.EnsureAsync(Name("one"), Cancelled)),
        })
        {
            Assert.Equal(FailureCause.AccessDenied, ended.Cause);
            Assert.StartsWith("The worker cannot write to its folder of granules: ", ended.Message, StringComparison.Ordinal);
            Assert.Contains(file, ended.Message, StringComparison.Ordinal);
            Assert.Contains("Set Worker:SourceDirectory to a folder that its user", ended.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task The_usual_folder_is_closed_to_others_whoever_opened_it_and_one_that_somebody_names_is_left_as_it_is()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        const UnixFileMode Open = (UnixFileMode)0b111_111_111;
        _folder.UnixFileMode = Open;

        await BringAsync("one", 10);
        var named = File.GetUnixFileMode(_folder.FullName);
        await CacheIn(_folder.FullName).EnsureAsync(Name("one"), Cancelled);

        Assert.Equal((Open, (UnixFileMode)0b111_000_000), (named, File.GetUnixFileMode(_folder.FullName)));
    }

    [Fact]
    public async Task A_link_in_the_place_of_the_usual_folder_is_not_followed()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var link = Path.Combine(_folder.FullName, "link");
        Directory.CreateSymbolicLink(link, _folder.CreateSubdirectory("of somebody else").FullName);

        var ended = await Assert.ThrowsAsync<ExecutionEndedException>(() => CacheIn(link).EnsureAsync(Name("one"), Cancelled));

        Assert.Equal(FailureCause.AccessDenied, ended.Cause);
        Assert.Contains($"{link} is a link", ended.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Each_user_of_a_machine_has_a_folder_of_granules_of_his_own() =>
        Assert.EndsWith($"azureperf-sources-{Environment.UserName}", new WorkerOptions().SourceDirectory, StringComparison.Ordinal);

    private SourceCache CacheIn(string usual) =>
        new(_store, new WorkerOptions { SourceDirectory = usual, SourceBytes = Limit }, new SeededIdSource(3), _time) { Usual = usual };

    private static ProductName Name(string key) => new(ProductKinds.Source, "MOD05_L2", new DateOnly(2010, 6, 21), key.Replace(' ', '-'));

    private async Task<ProductName> BringAsync(string key, int bytes)
    {
        using var content = new MemoryStream(new byte[bytes]);
        await _store.StoreAsync(Name(key), content, "application/x-hdf", new ProductFacts(new string('a', 64), 1, 1, ""), [], Cancelled);
        await _cache.EnsureAsync(Name(key), Cancelled);
        // The disk knows the real time: the read sets that of the test.
        _cache.Read(Name(key));
        return Name(key);
    }

    /// <summary>Something happens before it is read.</summary>
    private sealed class DisturbedStream(Stream content, Action disturb) : MemoryStream
    {
        public override Task CopyToAsync(Stream destination, int bufferSize, CancellationToken cancellationToken)
        {
            disturb();
            return content.CopyToAsync(destination, bufferSize, cancellationToken);
        }
    }
}
