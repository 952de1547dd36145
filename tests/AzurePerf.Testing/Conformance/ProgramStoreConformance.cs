using System.IO.Compression;
using AzurePerf.Core.Programs;
using AzurePerf.Storage;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Programs;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.Testing.Conformance;

/// <summary>What the store of users' programs does on any account.</summary>
public abstract class ProgramStoreConformance
{
    protected abstract IFileStore Files { get; }

    protected abstract IRowStore Rows { get; }

    protected FakeTimeProvider Time { get; } = new();

    protected ProgramStore Store => field ??= new(Files, Rows, Time);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_program_is_found_opened_and_listed_as_it_was_added()
    {
        await CreateAsync();
        using var zip = ZipOf("ndvi");
        var package = ProgramPackage.Check(zip).Package!;

        var (outcome, added) = await Store.AddAsync(package, zip, "ann", Cancelled);

        Assert.Equal(ProgramAddition.Added, outcome);
        var found = await Store.FindAsync(package.Hash, Cancelled);
        Assert.Equal(("ndvi", "ann", Time.GetUtcNow(), package.ZippedBytes, package.UnpackedBytes, 2), (found!.Manifest.Name, found.AddedBy, found.AddedAt, found.ZippedBytes, found.UnpackedBytes, found.Files));
        Assert.Equal(added!.ManifestText, found.ManifestText);
        await using var content = await Store.OpenAsync(package.Hash, Cancelled);
        using var copy = new MemoryStream();
        await content!.CopyToAsync(copy, Cancelled);
        Assert.Equal(zip.ToArray(), copy.ToArray());
        Assert.Equal(package.Hash, Assert.Single(await Store.ListAsync(Cancelled).ToArrayAsync(Cancelled)).Value!.Hash);
        Assert.Null(await Store.FindAsync(new string('0', 64), Cancelled));
        Assert.Null(await Store.OpenAsync(new string('0', 64), Cancelled));
    }

    [Fact]
    public async Task The_same_program_twice_is_one_and_belongs_to_who_came_first()
    {
        await CreateAsync();
        await AddAsync("ndvi", "ann");
        Time.Advance(TimeSpan.FromHours(1));

        var (outcome, program) = await AddAsync("ndvi", "ben");

        Assert.Equal((ProgramAddition.Known, "ann"), (outcome, program!.AddedBy));
        Assert.Single(await Store.ListAsync(Cancelled).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task Of_many_that_add_the_same_program_at_once_one_adds_it()
    {
        await CreateAsync();

        var outcomes = await Task.WhenAll(Enumerable.Range(0, 8).Select(number => AddAsync("ndvi", $"user{number}")));

        Assert.Single(outcomes, outcome => outcome.Outcome == ProgramAddition.Added);
        Assert.Single(outcomes.Select(outcome => outcome.Program!.AddedBy).Distinct());
    }

    [Fact]
    public async Task A_revoked_program_stays_in_the_list_and_cannot_be_added_again()
    {
        await CreateAsync();
        var hash = (await AddAsync("ndvi", "ann")).Program!.Hash;
        Time.Advance(TimeSpan.FromHours(1));

        var revoked = await Store.RevokeAsync(hash, "ben", Cancelled);
        var again = await Store.RevokeAsync(hash, "carl", Cancelled);
        var (outcome, program) = await AddAsync("ndvi", "ann");

        Assert.Equal(("ben", Time.GetUtcNow()), (revoked!.RevokedBy, revoked.RevokedAt));
        Assert.Equal("ben", again!.RevokedBy);
        Assert.Equal((ProgramAddition.Revoked, "ben"), (outcome, program!.RevokedBy));
        Assert.True(Assert.Single(await Store.ListAsync(Cancelled).ToArrayAsync(Cancelled)).Value!.IsRevoked);
        Assert.Null(await Store.RevokeAsync(new string('0', 64), "ben", Cancelled));
    }

    [Fact]
    public async Task A_beginning_of_a_hash_names_every_program_that_has_it()
    {
        await CreateAsync();
        var first = (await AddAsync("ndvi", "ann")).Program!.Hash;
        await Rows.TryInsertAsync(ControlNames.ProgramsTable, Copy(await RowAsync(first), first[..8] + new string('f', 56)), Cancelled);
        var other = (await AddAsync("count", "ann")).Program!.Hash;

        Assert.Equal(other, Assert.Single(await Store.MatchAsync(other[..8], Cancelled)).Hash);
        Assert.Equal(2, (await Store.MatchAsync(first[..8], Cancelled)).Count);
        Assert.Equal(first, Assert.Single(await Store.MatchAsync(first, Cancelled)).Hash);
        Assert.Empty(await Store.MatchAsync("00000000", Cancelled));
    }

    [Fact]
    public async Task What_broke_off_after_the_zip_was_stored_is_used_by_the_next_who_adds_it()
    {
        await CreateAsync();
        using var zip = ZipOf("ndvi");
        var hash = ProgramPackage.Check(zip).Package!.Hash;
        zip.Position = 0;
        await Files.TryAddAsync(hash + ".zip", zip, new("application/zip", new Dictionary<string, string>()), Cancelled);

        Assert.Null(await Store.FindAsync(hash, Cancelled));
        Assert.Equal(ProgramAddition.Added, (await AddAsync("ndvi", "ann")).Outcome);
    }

    [Fact]
    public async Task A_row_that_makes_no_sense_hides_no_other_program()
    {
        await CreateAsync();
        await AddAsync("ndvi", "ann");
        await Rows.PutAsync(ControlNames.ProgramsTable, new("programs", new string('a', 64)) { ["v"] = 1, ["manifest"] = "{}" }, Cancelled);

        var entries = await Store.ListAsync(Cancelled).ToArrayAsync(Cancelled);

        Assert.Single(entries, entry => entry.Value is not null);
        Assert.Contains("manifest cannot be read", Assert.Single(entries, entry => entry.Value is null).Fault, StringComparison.Ordinal);
    }

    /// <summary>A package of a name.</summary>
    protected static MemoryStream ZipOf(string name)
    {
        var zip = new MemoryStream();
        using (var archive = new ZipArchive(zip, ZipArchiveMode.Create, leaveOpen: true))
        {
            Write(archive, "reduce.json", $$"""{ "name": "{{name}}", "run": "run.sh", "inputs": "flat", "outputs": ["{{name}}.csv"] }""");
            Write(archive, "run.sh", "#!/bin/sh\n");
        }

        return zip;
    }

    protected async Task CreateAsync()
    {
        await Files.CreateAsync(Cancelled);
        await Rows.CreateTablesAsync([ControlNames.ProgramsTable], Cancelled);
    }

    private async Task<(ProgramAddition Outcome, StoredProgram? Program)> AddAsync(string name, string who)
    {
        using var zip = ZipOf(name);
        return await Store.AddAsync(ProgramPackage.Check(zip).Package!, zip, who, Cancelled);
    }

    private async Task<Row> RowAsync(string hash) => (await Rows.FindAsync(ControlNames.ProgramsTable, "programs", hash, Cancelled))!;

    private static Row Copy(Row row, string key) => new(row.PartitionKey, key) { Values = row.Values };

    private static void Write(ZipArchive archive, string name, string content)
    {
        var entry = archive.CreateEntry(name);
        entry.LastWriteTime = new(1980, 1, 1, 0, 0, 0, TimeSpan.Zero);
        using var writer = new StreamWriter(entry.Open());
        writer.Write(content);
    }
}
