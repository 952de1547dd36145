using System.Globalization;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources;
using AzurePerf.Sources.Made;

namespace AzurePerf.UnitTests.Worker.Images;

/// <summary>Made granules without a network. Some do not come, as an archive refuses them.</summary>
internal sealed class MadeGranules : IGranuleArchive
{
    private readonly MadeArchive _archive = new(new(Seed: 5, Coarseness: 20));

    /// <summary>Files that were fetched.</summary>
    public List<string> Fetched { get; } = [];

    /// <summary>Why a file does not come; null where it does.</summary>
    public Func<string, SourceCause?> Failing { get; set; } = _ => null;

    /// <summary>Whether a file comes whole and is no granule.</summary>
    public Func<string, bool> Damaged { get; set; } = _ => false;

    /// <summary>What such a file has.</summary>
    public byte[] Damage { get; set; } = "<html>sign in</html>"u8.ToArray();

    /// <summary>Whether listings tell an MD5 of each file; all files have the same one here.</summary>
    public bool TellsMd5 { get; set; }

    /// <summary>Whether a file of the archive is in no listing.</summary>
    public Func<string, bool> Unlisted { get; set; } = _ => false;

    /// <summary>Whether files of places name no swath.</summary>
    public bool IsUnplaced { get; set; }

    /// <summary>What stands for the tile or the time in the name of a file that is listed with those of each day; null for none.</summary>
    public string? Stray { get; set; }

    public Task<IReadOnlyList<ArchiveFile>> ListAsync(ArchiveFolder folder, CancellationToken cancellationToken) =>
        Task.FromResult<IReadOnlyList<ArchiveFile>>(
        [
            // Radiances are not made: their names are those of the positions.
            .. from made in _archive.Names(MadeArchive.Find(folder.Product) ?? MadeArchive.Find("MOD03")!, folder.Day)
               let name = folder.Product + made[made.IndexOf('.', StringComparison.Ordinal)..]
               where !Unlisted(name)
               select new ArchiveFile(name, GranuleName.Parse(name)!, null, TellsMd5 ? new string('0', 32) : null, _archive.MadeAt(folder.Day)),
            .. Stray is null ? [] : Strays(folder, Stray),
        ]);

    private static IEnumerable<ArchiveFile> Strays(ArchiveFolder folder, string place)
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"{folder.Product}.A{folder.Day.Year}{folder.Day.DayOfYear:000}.{place}.061.2024001000000.hdf");
        yield return new(name, GranuleName.Parse(name)!, 1, null, null);
    }

    public Task<IReadOnlyList<GranulePlace>> PlacesAsync(
        Platform platform, int collection, DateOnly day, CancellationToken cancellationToken) =>
        Task.FromResult(IsUnplaced ? [] : MadePlaces.Of(platform, day, _archive.Settings.Coarseness));

    public async Task FetchAsync(ArchiveFile file, PartialFile target, CancellationToken cancellationToken)
    {
        if (Failing(file.Name) is { } cause)
        {
            throw new SourceException(cause, $"{file.Name} does not come.");
        }

        Fetched.Add(file.Name);
        await target.Content.WriteAsync(Damaged(file.Name) ? Damage : _archive.Make(file.Granule), cancellationToken);
    }
}
