using System.Globalization;
using System.Text;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Blobs;

namespace AzurePerf.Storage.Tasks;

/// <summary>What programs of users wrote while tasks executed them, a blob for each execution. They go with the raw data of their
/// run.</summary>
public sealed class TaskLogStore(IBlobStore blobs)
{
    /// <summary>Bytes that are kept of one log, which has its beginning and its end by then.</summary>
    public const int MostBytes = 64 * 1024;

    /// <summary>Stores the log of an execution; repeating it changes nothing.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="stage">Number of the stage.</param>
    /// <param name="task">Number of the task in it, from 0.</param>
    /// <param name="attempt">From 1.</param>
    /// <param name="log">What the program wrote, whatever bytes that are; what is beyond <see cref="MostBytes"/> is left out.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    /// <returns>Bytes that are kept.</returns>
    public async Task<int> PutAsync(
        string runId, int stage, int task, int attempt, ReadOnlyMemory<byte> log, CancellationToken cancellationToken)
    {
        var kept = log[..Math.Min(log.Length, MostBytes)];
        await blobs.PutAsync(NameOf(runId, stage, task, attempt), BinaryData.FromBytes(kept), cancellationToken);
        return kept.Length;
    }

    /// <summary>The log of an execution; null where there is none.</summary>
    /// <param name="task">The task.</param>
    /// <param name="attempt">From 1.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    /// <returns>As a text: bytes that are no UTF-8 are replaced.</returns>
    public async Task<string?> FindAsync(TaskKey task, int attempt, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(task);
        var blob = await blobs.FindAsync(NameOf(task.RunId, task.Stage.Number, task.Number, attempt), cancellationToken);
        return blob is null ? null : Encoding.UTF8.GetString(blob);
    }

    private static string NameOf(string runId, int stage, int task, int attempt) =>
        string.Create(CultureInfo.InvariantCulture, $"{runId}/{stage:D2}/logs/{task:D6}-{attempt}.txt");
}
