using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Targets;
using AzurePerf.Probes;
using AzurePerf.Probes.Blobs;
using AzurePerf.Probes.Targets.Storage;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Blobs;

public sealed class FileRoomTests
{
    private const long Gibibyte = 1L << 30;
    private const string WhatToDo = ": set TMPDIR of this worker to a folder on a large disk, take fewer clients, or set sink to none";

    [Fact]
    public async Task Downloads_to_files_that_would_fill_the_disk_are_refused_before_anything_is_stored()
    {
        using var target = StorageTarget.Open(StorageAccountAddress.Parse("UseDevelopmentStorage=true"), 192, 1, TimeSpan.FromSeconds(1));
        var scope = new ProbeScope { Target = target, Register = null!, DatasetName = "d", PointName = "p", Seed = 1 };
        await using var probe = new BlobDownloadProbe(new() { Clients = 192, BlobBytes = 1L << 40, Sink = BlobSink.File }, scope);

        var failure = await Assert.ThrowsAsync<NotSupportedException>(() => probe.PreparePointAsync(TestContext.Current.CancellationToken));

        Assert.Contains("192 files of 1,048,576 MiB at once", failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ext4", 2, 100, "/tmp has 2,048 MiB free, and 2 files of 1,024 MiB at once need 3,072 MiB so that the disk is not filled")]
    [InlineData("tmpfs", 1_000, 1_000, "/tmp lies in memory (tmpfs), which has no room for 2 files of 1,024 MiB at once")]
    public void Where_there_is_no_room_it_says_what_is_lacking_and_what_helps(string format, long free, long total, string reason)
    {
        var room = new FileRoom("/tmp", format, free * Gibibyte, total * Gibibyte);

        var failure = Assert.Throws<NotSupportedException>(() => room.Require(2, Gibibyte));

        Assert.Equal(reason + WhatToDo, failure.Message);
    }

    [Theory]
    [InlineData("ext4", 4, 1, 3 << 10)]
    [InlineData("tmpfs", 8, 4, 1)]
    [InlineData("tmpfs", 8, 16, 8)]
    public void Where_there_is_room_it_is_taken_also_in_memory_for_the_small_files_of_the_quick_and_reduced_presets(string format, long free, long files, long mebibytes) =>
        new FileRoom("/tmp", format, free * Gibibyte, 100 * Gibibyte).Require(files, mebibytes << 20);
}
