using System.Globalization;
using System.Text;
using AzurePerf.Core.Ids;
using AzurePerf.Probes.Works;

namespace AzurePerf.Worker.Bags;

/// <summary>
/// Writes down each execution of a selftest when it begins, one line in a file of this process: what a test compares with the rows. Nothing
/// is written unless the worker was given a folder.
/// </summary>
internal sealed class SelftestLedger(WorkerOptions options, IIdSource ids) : IDisposable
{
    private readonly Lock _lock = new();
    private FileStream? _file;

    /// <summary>
    /// Adds a line: run, stage, task, attempt and id of the execution. It is in the file when this returns, whatever becomes of the
    /// process.
    /// </summary>
    /// <exception cref="IOException">The folder is missing or the disk full; an execution that cannot be written down does not
    /// begin.</exception>
    public void Add(ITaskContext execution)
    {
        if (options.SelftestLedger.Length == 0)
        {
            return;
        }

        var line = Encoding.ASCII.GetBytes(string.Create(
            CultureInfo.InvariantCulture,
            $"{execution.RunId} {execution.Stage} {execution.Task} {execution.Attempt} {execution.ExecutionId}\n"));
        lock (_lock)
        {
            _file ??= new(
                Path.Combine(options.SelftestLedger, ids.NewId()), FileMode.CreateNew, FileAccess.Write, FileShare.Read, bufferSize: 0);
            _file.Write(line);
        }
    }

    public void Dispose() => _file?.Dispose();
}
