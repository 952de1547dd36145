using System.Security.Cryptography;
using System.Text.RegularExpressions;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Programs;

namespace AzurePerf.Worker.Programs;

/// <summary>Packages of programs on this machine's disk, by the hash of their bytes, which is checked whenever one is opened.</summary>
internal sealed partial class ProgramPackages(
    ProgramStore store, ProgramFolders folders, WorkerProgramOptions settings, IIdSource ids, TimeProvider time)
{
    private const string Partial = ".part";

    /// <summary>After this long without a write, a package that is not whole is of a worker that was killed.</summary>
    private static readonly TimeSpan Abandoned = TimeSpan.FromHours(1);

    private readonly Lock _trimming = new();

    /// <summary>Whether a file has the name of a package, or of one that is not whole yet.</summary>
    public static bool IsPackage(string name) => PackageName().IsMatch(name);

    /// <summary>Opens a package that may run; the caller disposes it.</summary>
    /// <param name="hash">64 small hexadecimal digits.</param>
    /// <param name="stop">Ends the requests: one, and two for a package that is not here yet.</param>
    /// <returns>A file that stays readable when it makes room for others meanwhile.</returns>
    /// <exception cref="ExecutionEndedException">There is none, or it was revoked.</exception>
    public async Task<FileStream> OpenAsync(string hash, CancellationToken stop)
    {
        await DemandAsync(hash, stop);
        var path = Path.Combine(folders.Packages, hash);
        return await TryOpenAsync(path, hash, stop) ?? await BringAsync(hash, path, stop);
    }

    private async Task DemandAsync(string hash, CancellationToken stop)
    {
        switch (await store.FindAsync(hash, stop))
        {
            case null:
                throw new ExecutionEndedException(FailureCause.BadInput, $"There is no program {hash[..12]}: upload it again.");
            case { IsRevoked: true } revoked:
                throw new ExecutionEndedException(
                    FailureCause.BadInput, $"Program {revoked.ShortName} runs no more: {revoked.RevocationText}.");
        }
    }

    /// <summary>Null where it is not here, or is not what it should be: then it is gone.</summary>
    private async Task<FileStream?> TryOpenAsync(string path, string hash, CancellationToken stop)
    {
        FileStream file;
        try
        {
            file = new(path, FileMode.Open, FileAccess.Read, FileShare.Read | FileShare.Delete);
        }
        catch (Exception missing) when (missing is FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }

        try
        {
            // Of the file and not by its name, which may be gone by now.
            File.SetLastAccessTimeUtc(file.SafeFileHandle, time.GetUtcNow().UtcDateTime);
            if (Convert.ToHexStringLower(await SHA256.HashDataAsync(file, stop)) == hash)
            {
                file.Position = 0;
                return file;
            }
        }
        catch
        {
            await file.DisposeAsync();
            throw;
        }

        await file.DisposeAsync();
        File.Delete(path);
        return null;
    }

    private async Task<FileStream> BringAsync(string hash, string path, CancellationToken stop)
    {
        await using var content = await store.OpenAsync(hash, stop)
            ?? throw new ExecutionEndedException(FailureCause.BadInput, $"The package of program {hash[..12]} is gone: upload it again.");
        folders.MakePackages();
        var part = $"{path}.{ids.NewId()}{Partial}";
        FileStream? whole = null;
        try
        {
            await using (var file = new FileStream(part, FileMode.CreateNew, FileAccess.Write))
            {
                await content.CopyToAsync(file, stop);
            }

            // Opened before it has its name: from then on others may let it make room.
            whole = await TryOpenAsync(part, hash, stop)
                ?? throw new ExecutionEndedException(
                    FailureCause.CorruptRead, $"the package of program {hash[..12]} does not have its hash");
            File.Move(part, path, overwrite: true);
            Trim();
            return whole;
        }
        catch
        {
            if (whole is not null)
            {
                await whole.DisposeAsync();
            }

            File.Delete(part);
            throw;
        }
    }

    private void Trim()
    {
        lock (_trimming)
        {
            var abandoned = time.GetUtcNow().UtcDateTime - Abandoned;
            var files = new DirectoryInfo(folders.Packages).GetFiles().Where(file => IsPackage(file.Name))
                .ToLookup(file => file.Extension == Partial);
            foreach (var old in files[false].OrderByDescending(file => file.LastAccessTimeUtc).Skip(settings.KeptPackages)
                .Concat(files[true].Where(part => part.LastWriteTimeUtc < abandoned)))
            {
                old.Delete();
            }
        }
    }

    [GeneratedRegex(@"\A[0-9a-f]{64}(\.[^.]+\.part)?\z")]
    private static partial Regex PackageName();
}
