using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Probes;
using AzurePerf.Probes.Disks;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Disks;

public sealed class DiskFileTests : IDisposable
{
    private readonly DiskFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_file_has_no_name_while_it_is_measured_so_that_nothing_is_left_of_a_killed_worker()
    {
        using var file = _folder.Create(mebibytes: 2);

        Assert.Equal(2 << 20, RandomAccess.GetLength(file.Handle));
        Assert.Empty(Directory.GetFileSystemEntries(_folder.Path));
    }

    [Fact]
    public void It_is_written_in_full_with_pages_that_are_numbered_and_differ()
    {
        using var file = _folder.Create(mebibytes: 2);
        var pages = new HashSet<string>();
        using var buffer = new AzurePerf.Probes.AlignedArray(DiskFile.PageBytes / sizeof(double));
        for (var offset = 0L; offset < file.Bytes; offset += DiskFile.PageBytes)
        {
            var page = System.Runtime.InteropServices.MemoryMarshal.AsBytes(buffer.Span);
            Assert.Equal(DiskFile.PageBytes, RandomAccess.Read(file.Handle, page, offset));
            Assert.True(DiskFile.HasNumbers(page, offset));
            Assert.False(DiskFile.HasNumbers(page, offset + DiskFile.PageBytes));
            pages.Add(Convert.ToHexString(page[sizeof(long)..64]));
        }

        Assert.Equal(512, pages.Count);
    }

    [Fact]
    public void It_is_refused_where_it_would_fill_the_disk_with_what_is_needed_and_what_is_there()
    {
        _folder.RequireDirectAccess();

        var failure = Record.Exception(() => DiskFile.Create(_folder.Path, 1L << 60, durable: false, seed: 1, TestContext.Current.CancellationToken));

        Assert.Matches("^a file of 1,099,511,627,776 MiB is not made in .*: [0-9,]+ MiB must be free so that the disk is not filled, and [0-9,]+ MiB are$", Assert.IsType<IOException>(failure).Message);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.Path));
    }

    [Theory]
    [InlineData(1L << 20, 5L << 30, (1L << 20) + (1L << 29))]
    [InlineData(1L << 20, 1L << 40, (1L << 20) + (1L << 30))]
    public void A_tenth_of_the_volume_but_no_more_than_a_gibibyte_stays_free(long file, long volume, long needed) => Assert.Equal(needed, DiskSpace.NeededBytes(file, volume));

    [Fact]
    public void A_folder_in_memory_is_refused_with_the_setting_that_names_another()
    {
        const string Memory = "/dev/shm";
        Assert.SkipUnless(OperatingSystem.IsLinux() && Directory.Exists(Memory) && new DriveInfo(Memory).DriveFormat == "tmpfs", "there is no folder in memory");

        var failure = Assert.Throws<NotSupportedException>(() => DiskFile.Create(Memory, DiskOptions.FileUnitBytes, durable: false, seed: 1, TestContext.Current.CancellationToken));
        Assert.Equal(
            "/dev/shm lies in memory (tmpfs), so that no disk can be measured there: name a folder on a disk in the setting Worker:DiskDirectory of this worker", failure.Message);
    }
}
