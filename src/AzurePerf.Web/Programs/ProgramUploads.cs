using AzurePerf.Core.Programs;
using AzurePerf.Core.Texts;
using AzurePerf.Storage.Programs;

namespace AzurePerf.Web.Programs;

/// <summary>Checks and stores programs that somebody sends, for the API and the page alike. Two are checked at once: each takes a processor
/// for up to some seconds.</summary>
internal sealed class ProgramUploads(ProgramStore programs, ProgramOptions options) : IDisposable
{
    private const int BufferBytes = 80 << 10;
    private readonly SemaphoreSlim _turns = new(2);

    public static string TooLong { get; } = $"The zip is longer than {NumberFormat.Size(PackageLimits.ZippedBytes)}.";

    /// <summary>Writes a body to a file, up to the limit of a package.</summary>
    /// <returns>False when there was more.</returns>
    public static async Task<bool> TryCopyAsync(Stream body, Stream file, CancellationToken cancellationToken)
    {
        var (buffer, count) = (new byte[BufferBytes], 0L);
        while (await body.ReadAsync(buffer, cancellationToken) is > 0 and var length)
        {
            count += length;
            if (count > PackageLimits.ZippedBytes)
            {
                return false;
            }

            await file.WriteAsync(buffer.AsMemory(0, length), cancellationToken);
        }

        return true;
    }

    /// <summary>Stores a program.</summary>
    /// <param name="zip">Must be able to seek.</param>
    /// <param name="who">Who sends it.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public async Task<ProgramUpload> AddAsync(Stream zip, string who, CancellationToken cancellationToken)
    {
        await _turns.WaitAsync(cancellationToken);
        try
        {
            var (package, fault) = await Task.Run(() => ProgramPackage.Check(zip), cancellationToken);
            if (package is null)
            {
                return new(null, null, fault);
            }

            if (ProgramLimits.WhyNot(package.Manifest.Limits, options.Most) is { } above)
            {
                return new(null, null, above);
            }

            var (outcome, program) = await programs.AddAsync(package, zip, who, cancellationToken);
            return new(outcome, program, "");
        }
        finally
        {
            _turns.Release();
        }
    }

    public void Dispose() => _turns.Dispose();
}

/// <summary>What came of a program that was sent.</summary>
/// <param name="Outcome">Null where it is none.</param>
/// <param name="Program">The program that is stored; null where none is.</param>
/// <param name="Fault">One sentence that says why it is none; else empty.</param>
internal sealed record ProgramUpload(ProgramAddition? Outcome, StoredProgram? Program, string Fault);
