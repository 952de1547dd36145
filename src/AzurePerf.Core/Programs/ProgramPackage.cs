using System.Security.Cryptography;
using System.Text;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Programs;

/// <summary>A user's program as a zip file: an executable, the files it needs, and reduce.json, which says how it is run.</summary>
/// <param name="Hash">SHA-256 of the zip file; see <see cref="ProgramHash"/>.</param>
/// <param name="Manifest">What reduce.json says.</param>
/// <param name="ManifestText">reduce.json as it is in the package.</param>
/// <param name="ZippedBytes">Bytes of the zip file.</param>
/// <param name="UnpackedBytes">Bytes of all files.</param>
/// <param name="Files">Number of files.</param>
public sealed record ProgramPackage(
    string Hash, ProgramManifest Manifest, string ManifestText, long ZippedBytes, long UnpackedBytes, int Files)
{
    public const string ManifestName = "reduce.json";

    private const UnixFileMode OwnersFolder = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
    private const UnixFileMode OwnersFile = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>Checks a zip file from its begin to its end; all of it is unpacked, and nothing is kept.</summary>
    /// <param name="zip">Must be able to seek.</param>
    /// <returns>The package, or null and one sentence that says why it is none.</returns>
    public static (ProgramPackage? Package, string Fault) Check(Stream zip)
    {
        ArgumentNullException.ThrowIfNull(zip);
        return Read(zip, (entry, _, look) => ZipContent.Read(zip, entry, look, CancellationToken.None));
    }

    /// <summary>Unpacks a zip file that was checked before, and checks it again while it does; files are written without waiting. What
    /// breaks off leaves files behind.</summary>
    /// <param name="zip">Must be able to seek.</param>
    /// <param name="folder">An empty folder that nobody else writes to, and no link.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The package, or null and one sentence that says why it is none.</returns>
    /// <exception cref="IOException">The folder is not empty or a link, or cannot be written.</exception>
    public static async Task<(ProgramPackage? Package, string Fault)> ExtractAsync(
        Stream zip, string folder, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(zip);
        await Task.Yield();
        var top = new DirectoryInfo(folder);
        if (!top.Exists || top.LinkTarget is not null || top.EnumerateFileSystemInfos().Any())
        {
            throw new IOException($"{folder} is no empty folder");
        }

        return Read(zip, (entry, manifest, look) => Write(zip, entry, entry.Path == manifest.Run, top.FullName, look, cancellationToken));
    }

    private static (ProgramPackage? Package, string Fault) Read(
        Stream zip, Action<ZipEntry, ProgramManifest, ContentSink> use)
    {
        try
        {
            if (zip.Length > PackageLimits.ZippedBytes)
            {
                throw new ProgramFaultException(
                    $"The zip has {NumberFormat.Count(zip.Length)} bytes; a program has "
                        + $"{NumberFormat.Size(PackageLimits.ZippedBytes)} at most.");
            }

            zip.Position = 0;
            var hash = Convert.ToHexStringLower(SHA256.HashData(zip));
            var entries = ZipDirectory.Read(zip);
            var bytes = RequireSize(entries);
            ProgramTree.Check(entries);
            var (manifest, text) = ManifestIn(zip, entries);
            var start = new ProgramStart();
            foreach (var entry in entries)
            {
                use(entry, manifest, !entry.IsFolder && entry.Path == manifest.Run ? start.Take : _ => { });
            }

            start.Demand(manifest.Run);

            return (new(hash, manifest, text, zip.Length, bytes, entries.Count(entry => !entry.IsFolder)), "");
        }
        catch (ProgramFaultException fault)
        {
            return (null, fault.Message);
        }
    }

    private static long RequireSize(IEnumerable<ZipEntry> entries)
    {
        var bytes = entries.Sum(entry => (long)entry.Bytes);
        return bytes <= PackageLimits.UnpackedBytes
            ? bytes
            : throw new ProgramFaultException(
                $"The zip unpacks to {NumberFormat.Count(bytes)} bytes; a program has "
                    + $"{NumberFormat.Size(PackageLimits.UnpackedBytes)} at most.");
    }

    private static (ProgramManifest Manifest, string Text) ManifestIn(Stream zip, IReadOnlyList<ZipEntry> entries)
    {
        if (entries.FirstOrDefault(entry => entry is { IsFolder: false, Path: ManifestName }) is not { } stored)
        {
            throw new ProgramFaultException(
                entries.FirstOrDefault(entry => entry.Path.EndsWith('/' + ManifestName, StringComparison.Ordinal)) is { } deeper
                    ? $"The zip has {ManifestName} as {deeper.Shown} and not at its root: pack what is in the folder, not the folder."
                    : $"The zip has no {ManifestName} at its root.");
        }

        if (stored.Bytes > PackageLimits.ManifestBytes)
        {
            throw new ProgramFaultException(
                $"{ManifestName} has {NumberFormat.Count(stored.Bytes)} bytes; it has "
                    + $"{NumberFormat.Size(PackageLimits.ManifestBytes)} at most.");
        }

        using var json = new MemoryStream();
        ZipContent.Read(zip, stored, json.Write, CancellationToken.None);
        var (manifest, fault) = ProgramManifest.Read(json.ToArray());
        return manifest is null ? throw new ProgramFaultException(fault)
            : entries.Any(entry => !entry.IsFolder && entry.Path == manifest.Run)
                ? (manifest, Encoding.UTF8.GetString(json.ToArray()))
            : throw new ProgramFaultException(
                $"{ManifestName} runs {ProgramPath.Shown(manifest.Run)}, but the zip has no file of that name.");
    }

    private static void Write(
        Stream zip, ZipEntry entry, bool isRun, string folder, ContentSink look, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var path = Path.Combine(folder, entry.Path);
        OwnedDirectory.Create(entry.IsFolder ? path : Path.GetDirectoryName(path)!, OwnersFolder);
        if (entry.IsFolder)
        {
            // It is read all the same: a folder with content is refused.
            ZipContent.Read(zip, entry, _ => { }, cancellationToken);
            return;
        }

        // Nothing that is there is opened, so that no link is followed.
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, Share = FileShare.None };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = isRun || entry.IsExecutable ? OwnersFile | UnixFileMode.UserExecute : OwnersFile;
        }

        using var file = new FileStream(path, options);
        ZipContent.Read(zip, entry, piece =>
        {
            file.Write(piece);
            look(piece);
        }, cancellationToken);
    }
}
