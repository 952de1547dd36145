using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Sql;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets.Sql;

public sealed class SqliteTargetTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-");

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task A_database_is_copied_and_removed_with_all_its_files()
    {
        using var target = new SqliteTarget("AZUREPERF_TARGET", _folder.FullName, TimeSpan.FromSeconds(15));
        await target.CheckAsync(Cancelled);
        await File.WriteAllTextAsync(target.FileOf("azpone"), "rows", Cancelled);
        await File.WriteAllTextAsync(target.FileOf("azpone") + "-wal", "", Cancelled);

        await target.CopyAsync("azpone", "azptwo", Cancelled);
        Assert.Equal("rows", await File.ReadAllTextAsync(target.FileOf("azptwo"), Cancelled));
        await target.RemoveAsync(DatabaseTarget.Database, "azpone", Cancelled);
        await target.RemoveAsync(DatabaseTarget.Database, "azpone", Cancelled);

        Assert.Equal(["azptwo.db"], _folder.GetFiles().Select(file => file.Name));
    }

    [Fact]
    public async Task A_database_whose_log_is_still_there_is_not_copied_without_it()
    {
        using var target = new SqliteTarget("AZUREPERF_TARGET", _folder.FullName, TimeSpan.FromSeconds(15));
        await File.WriteAllTextAsync(target.FileOf("azpone"), "rows", Cancelled);
        await File.WriteAllTextAsync(target.FileOf("azpone") + "-wal", "more rows", Cancelled);

        await Assert.ThrowsAsync<CorruptDataException>(() => target.CopyAsync("azpone", "azptwo", Cancelled));
    }

    [Theory]
    [InlineData("../azpone")]
    [InlineData("mine")]
    [InlineData("azp one")]
    [InlineData("azpone\n")]
    public async Task No_file_that_no_run_made_is_touched(string name)
    {
        using var target = new SqliteTarget("AZUREPERF_TARGET", _folder.FullName, TimeSpan.FromSeconds(15));

        await Assert.ThrowsAsync<NotSupportedException>(() => target.RemoveAsync(DatabaseTarget.Database, name, Cancelled));
    }
}
