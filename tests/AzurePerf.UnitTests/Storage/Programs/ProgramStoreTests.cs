using AzurePerf.Core.Programs;
using AzurePerf.Storage;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Programs;
using AzurePerf.Storage.Rights;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Conformance;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Programs;

public sealed class ProgramStoreTests : ProgramStoreConformance
{
    private readonly InMemoryRowStore _rows = new();

    public ProgramStoreTests() => Files = new InMemoryBlobStore(Time);

    protected override IFileStore Files { get; }

    protected override IRowStore Rows => _rows;

    [Fact]
    public async Task There_are_a_thousand_programs_at_most()
    {
        var cancelled = TestContext.Current.CancellationToken;
        await CreateAsync();
        for (var number = 0; number < ProgramStore.Most; number++)
        {
            await _rows.PutAsync(ControlNames.ProgramsTable, new("programs", $"{number:x64}") { ["v"] = 1 }, cancelled);
        }

        using var zip = ZipOf("ndvi");

        Assert.Equal((ProgramAddition.TooMany, null), await Store.AddAsync(ProgramPackage.Check(zip).Package!, zip, "ann", cancelled));
        Assert.Empty(await Files.ListAsync("", cancelled).ToArrayAsync(cancelled));
    }

    [Fact]
    public async Task Revoked_programs_leave_room_for_others()
    {
        var cancelled = TestContext.Current.CancellationToken;
        await CreateAsync();
        using var zip = ZipOf("ndvi");
        var package = ProgramPackage.Check(zip).Package!;
        for (var number = 0; number < ProgramStore.Most; number++)
        {
            var program = new StoredProgram
            {
                Hash = $"{number:x64}",
                Manifest = package.Manifest,
                ManifestText = package.ManifestText,
                ZippedBytes = 1,
                UnpackedBytes = 1,
                Files = 2,
                AddedBy = "ann",
                AddedAt = Time.GetUtcNow(),
            };
            await _rows.PutAsync(ControlNames.ProgramsTable, ProgramRows.FromProgram(program), cancelled);
        }

        Assert.Equal(ProgramAddition.TooMany, (await Store.AddAsync(package, zip, "ann", cancelled)).Outcome);
        await Store.RevokeAsync($"{7:x64}", "ben", cancelled);

        Assert.Equal(ProgramAddition.Added, (await Store.AddAsync(package, zip, "ann", cancelled)).Outcome);
    }

    [Fact]
    public void Only_the_portal_writes_programs_and_only_it_and_bag_workers_read_them()
    {
        Assert.Equal(
            [ControlHost.Web, ControlHost.BagWorker],
            ControlRights.All.Where(right => right.Part == ControlPart.Container(ControlNames.ProgramsContainer)).Select(right => right.Host));
        Assert.False(ControlRights.Allows(ControlHost.BagWorker, ControlPart.Container(ControlNames.ProgramsContainer), ControlOperation.WriteFiles));
        Assert.False(ControlRights.Allows(ControlHost.BagWorker, ControlPart.Table(ControlNames.ProgramsTable), ControlOperation.WriteRows));
        Assert.DoesNotContain(ControlRights.All, right => right.Host == ControlHost.TaskManager && right.Part.Name == ControlNames.ProgramsTable);
    }
}
