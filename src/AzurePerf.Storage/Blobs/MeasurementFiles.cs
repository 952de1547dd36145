using System.Text;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Logs;

namespace AzurePerf.Storage.Blobs;

/// <summary>What is kept of a measured attempt beside its row: the details, and beside them the histogram log and the curves that charts
/// are made of.</summary>
public sealed class MeasurementFiles(IBlobStore blobs)
{
    /// <summary>Stores all three; the part of one member of a gang has no curves of its own. The details name the hash of the log: who
    /// checks the hash of the details, and then that of the log, has checked both.</summary>
    /// <param name="name">Of the details.</param>
    /// <param name="details">What they say.</param>
    /// <param name="latencyLog">The log; null when there is none.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <returns>The hash of the details.</returns>
    public async Task<string> PutAsync(string name, PointObservation details, string? latencyLog, CancellationToken cancellationToken)
    {
        if (latencyLog is not null)
        {
            var log = Encoding.UTF8.GetBytes(latencyLog);
            await blobs.PutAsync(LatencyLog.NameBeside(name), BinaryData.FromBytes(log), cancellationToken);
            details = details with { LatencyLogHash = FileHash.Of(log) };
        }

        var file = details.ToFile();
        await blobs.PutAsync(name, BinaryData.FromBytes(file), cancellationToken);
        if (details is { Timing: null, HasOperations: true })
        {
            await blobs.PutAsync(PointCurvesFile.NameBeside(name),
                BinaryData.FromBytes(PointCurvesFile.Write(PointCurves.Of(details, latencyLog))), cancellationToken);
        }

        return FileHash.Of(file);
    }

    /// <summary>The curves beside details; null when there are none, or none that this build can read.</summary>
    public async Task<PointCurves?> FindCurvesAsync(string name, CancellationToken cancellationToken) =>
        await blobs.FindAsync(PointCurvesFile.NameBeside(name), cancellationToken) is { } blob
            ? PointCurvesFile.Read(blob.ToMemory())
            : null;

    /// <summary>The details as they are stored, or null.</summary>
    public Task<BinaryData?> FindAsync(string name, CancellationToken cancellationToken) => blobs.FindAsync(name, cancellationToken);

    /// <summary>The details, or null.</summary>
    /// <exception cref="InvalidDataException">The file cannot be read by this build.</exception>
    public async Task<PointObservation?> ReadAsync(string name, CancellationToken cancellationToken)
    {
        if (await blobs.FindAsync(name, cancellationToken) is not { } blob)
        {
            return null;
        }

        await using var file = blob.ToStream();
        return await PointObservation.ReadAsync(file, cancellationToken);
    }

    /// <summary>The log beside details, or null.</summary>
    public async Task<string?> ReadLogAsync(string name, CancellationToken cancellationToken) =>
        (await FindLogAsync(name, cancellationToken))?.ToString();

    /// <summary>The log beside details as it is stored, or null.</summary>
    public Task<BinaryData?> FindLogAsync(string name, CancellationToken cancellationToken) =>
        blobs.FindAsync(LatencyLog.NameBeside(name), cancellationToken);
}
