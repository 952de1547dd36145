using AzurePerf.Core.Ids;
using AzurePerf.Core.Programs;
using AzurePerf.Storage;
using AzurePerf.Storage.Programs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Programs;
using AzurePerf.Worker.Programs;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Programs;

/// <summary>Packages on a machine that keeps one, where several programs come at once.</summary>
public sealed class ProgramPackagesTests : IAsyncLifetime
{
    private static readonly string Other = new('b', 64);
    private static readonly DateTime Later = new(2100, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private readonly DirectoryInfo _place = Directory.CreateTempSubdirectory("azureperf-packages-");
    private readonly FakeTimeProvider _time = new();
    private readonly SeededIdSource _ids = new(1);
    private readonly WorkerProgramOptions _settings;
    private readonly ProgramFolders _folders;
    private readonly ProgramStore _store;
    private string _hash = "";

    public ProgramPackagesTests()
    {
        _settings = new WorkerProgramOptions { Directory = _place.FullName, KeptPackages = 1 };
        _folders = new(_settings, _ids, NullLogger<ProgramFolders>.Instance);
        _store = new(new InMemoryBlobStore(_time), new InMemoryRowStore(), _time);
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        Directory.Delete(_folders.Create());
        using var zip = HandmadeZip.Good().ToStream();
        var package = ProgramPackage.Check(zip).Package!;
        await _store.AddAsync(package, zip, "ann", Cancelled);
        _hash = package.Hash;
    }

    public ValueTask DisposeAsync()
    {
        _folders.Dispose();
        _place.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }

    [Fact]
    public async Task A_package_that_made_room_as_soon_as_it_came_can_be_read_all_the_same()
    {
        var other = await WriteAsync(Other, Later);

        await using var opened = await Packages(_time).OpenAsync(_hash, Cancelled);

        Assert.Equal(_hash, await HashOfAsync(opened));
        Assert.Equal([other], Directory.GetFiles(_folders.Packages));
    }

    [Fact]
    public async Task A_package_that_makes_room_while_it_is_opened_can_be_read_all_the_same()
    {
        await (await Packages(_time).OpenAsync(_hash, Cancelled)).DisposeAsync();
        var path = Path.Combine(_folders.Packages, _hash);

        await using var opened = await Packages(new DisturbedTime(() => File.Delete(path))).OpenAsync(_hash, Cancelled);

        Assert.False(File.Exists(path));
        Assert.Equal(_hash, await HashOfAsync(opened));
    }

    [Fact]
    public async Task What_others_are_bringing_stays_and_what_was_left_for_an_hour_goes()
    {
        var (coming, left) = (await WriteAsync($"{Other}.1.part", DateTime.UnixEpoch), await WriteAsync($"{Other}.2.part", Later));
        File.SetLastWriteTimeUtc(coming, _time.GetUtcNow().UtcDateTime.AddMinutes(-59));
        File.SetLastWriteTimeUtc(left, _time.GetUtcNow().UtcDateTime.AddMinutes(-61));

        await (await Packages(_time).OpenAsync(_hash, Cancelled)).DisposeAsync();

        Assert.Equal(new[] { coming, Path.Combine(_folders.Packages, _hash) }.Order(), Directory.GetFiles(_folders.Packages).Order());
    }

    [Fact]
    public async Task A_file_that_is_no_package_makes_no_room()
    {
        var (first, second) = (await WriteAsync("one.zip", DateTime.UnixEpoch), await WriteAsync("two.part", DateTime.UnixEpoch));
        File.SetLastWriteTimeUtc(second, DateTime.UnixEpoch);

        await (await Packages(_time).OpenAsync(_hash, Cancelled)).DisposeAsync();

        Assert.True(File.Exists(first) && File.Exists(second));
    }

    [Fact]
    public async Task A_package_comes_although_the_folder_of_packages_was_cleaned_away()
    {
        Directory.Delete(_folders.Packages, recursive: true);

        await using var opened = await Packages(_time).OpenAsync(_hash, Cancelled);

        Assert.Equal(_hash, await HashOfAsync(opened));
    }

    private static async Task<string> HashOfAsync(FileStream opened) =>
        Convert.ToHexStringLower(await System.Security.Cryptography.SHA256.HashDataAsync(opened, Cancelled));

    private ProgramPackages Packages(TimeProvider time) => new(_store, _folders, _settings, _ids, time);

    private async Task<string> WriteAsync(string name, DateTime lastUse)
    {
        var path = Path.Combine(_folders.Packages, name);
        await File.WriteAllTextAsync(path, "", Cancelled);
        File.SetLastAccessTimeUtc(path, lastUse);
        return path;
    }

    /// <summary>Something happens whenever somebody asks for the time.</summary>
    private sealed class DisturbedTime(Action disturb) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow()
        {
            disturb();
            return base.GetUtcNow();
        }
    }
}
