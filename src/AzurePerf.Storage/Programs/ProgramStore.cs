using System.Runtime.CompilerServices;
using AzurePerf.Core.Programs;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Programs;

/// <summary>
/// Users' programs by the SHA-256 of their zip files. The row counts: a blob without one is left from an upload that broke off, and is
/// used when the same program is added again. Programs are revoked and never removed, so that what a result was made with can always be
/// read.
/// </summary>
public sealed class ProgramStore(IFileStore blobs, IRowStore rows, TimeProvider time)
{
    /// <summary>Programs that may run at most; revoked ones are kept and do not count.</summary>
    public const int Most = 1_000;

    private const string ZipSuffix = ".zip";

    private static readonly BlobHeader Header = new("application/zip", new Dictionary<string, string>());

    /// <summary>Stores a program that was checked before; the same program twice is stored once, and belongs to who came first.</summary>
    /// <param name="package">What the check gave.</param>
    /// <param name="zip">The same zip file; must be able to seek.</param>
    /// <param name="who">Who adds it.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <returns>What came of it, and the program that is stored now; null when there are too many.</returns>
    public async Task<(ProgramAddition Outcome, StoredProgram? Program)> AddAsync(
        ProgramPackage package, Stream zip, string who, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(package);
        ArgumentNullException.ThrowIfNull(zip);
        if (await FindAsync(package.Hash, cancellationToken) is { } known)
        {
            if (!known.IsRevoked)
            {
                // Whose blob was lost is whole again.
                await AddBlobAsync(package.Hash, zip, cancellationToken);
            }

            return (OutcomeOf(known), known);
        }

        if (await ListAsync(cancellationToken).CountAsync(entry => entry.Value is not { IsRevoked: true }, cancellationToken) >= Most)
        {
            return (ProgramAddition.TooMany, null);
        }

        await AddBlobAsync(package.Hash, zip, cancellationToken);
        var program = new StoredProgram
        {
            Hash = package.Hash,
            Manifest = package.Manifest,
            ManifestText = package.ManifestText,
            ZippedBytes = package.ZippedBytes,
            UnpackedBytes = package.UnpackedBytes,
            Files = package.Files,
            AddedBy = who,
            AddedAt = time.GetUtcNow(),
        };
        if (await rows.TryInsertAsync(ControlNames.ProgramsTable, ProgramRows.FromProgram(program), cancellationToken) is { } etag)
        {
            return (ProgramAddition.Added, program with { ETag = etag });
        }

        // Somebody else was faster, or the answer to this very request was lost. Rows are never removed.
        var faster = await FindAsync(package.Hash, cancellationToken)
            ?? throw new InvalidOperationException($"program {package.Hash} was stored by another and is gone");
        return (OutcomeOf(faster), faster);
    }

    /// <summary>The program, revoked or not; null when there is none.</summary>
    /// <param name="hash">All of it.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    /// <exception cref="CorruptRowException">Its row makes no sense.</exception>
    public async Task<StoredProgram?> FindAsync(string hash, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.ProgramsTable, ProgramRows.Partition, hash, cancellationToken) is { } row
            ? ProgramRows.ToProgram(row)
            : null;

    /// <summary>The programs whose hash begins so, two at most: more than one means that the prefix does not tell them apart.</summary>
    /// <param name="prefix">See <see cref="ProgramHash.IsPrefix"/>.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    /// <exception cref="CorruptRowException">A row makes no sense.</exception>
    public async Task<IReadOnlyList<StoredProgram>> MatchAsync(string prefix, CancellationToken cancellationToken)
    {
        // No digit of a hash comes after f.
        var found = rows.ListAsync(
            ControlNames.ProgramsTable, ProgramRows.Partition, prefix, prefix + "g", cancellationToken: cancellationToken);
        return await found.Take(2).Select(ProgramRows.ToProgram).ToArrayAsync(cancellationToken);
    }

    /// <summary>All programs, revoked ones included, in the order of their hashes; a row that makes no sense is given back with what is
    /// wrong.</summary>
    public async IAsyncEnumerable<StoredEntry<StoredProgram>> ListAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAsync(ControlNames.ProgramsTable, ProgramRows.Partition, cancellationToken: cancellationToken))
        {
            yield return StoredEntry<StoredProgram>.Of(row, ProgramRows.ToProgram);
        }
    }

    /// <summary>The zip file as it arrives, or null. Whether the program is revoked is looked at by who runs it, and the content is checked
    /// against the hash by who reads it.</summary>
    public Task<BlobContent?> OpenAsync(string hash, CancellationToken cancellationToken) =>
        blobs.OpenAsync(NameOf(hash), cancellationToken);

    /// <summary>Revokes a program for good; who did it first stands. Null when there is none.</summary>
    /// <param name="hash">All of it.</param>
    /// <param name="who">Who revokes it.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task<StoredProgram?> RevokeAsync(string hash, string who, CancellationToken cancellationToken)
    {
        while (await FindAsync(hash, cancellationToken) is { } program)
        {
            var revoked = program.IsRevoked ? program : program with { RevokedAt = time.GetUtcNow(), RevokedBy = who };
            if (program.IsRevoked
                || await rows.TryReplaceAsync(
                    ControlNames.ProgramsTable, ProgramRows.FromProgram(revoked), program.ETag, cancellationToken) is not null)
            {
                return revoked;
            }
        }

        return null;
    }

    private Task<bool> AddBlobAsync(string hash, Stream zip, CancellationToken cancellationToken)
    {
        zip.Position = 0;
        return blobs.TryAddAsync(NameOf(hash), zip, Header, cancellationToken);
    }

    private static string NameOf(string hash) => hash + ZipSuffix;

    private static ProgramAddition OutcomeOf(StoredProgram stored) =>
        stored.IsRevoked ? ProgramAddition.Revoked : ProgramAddition.Known;
}
