using AzurePerf.Storage;
using AzurePerf.Storage.Blobs;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Stages;

/// <summary>
/// Stores what was measured, and waits for a control account that does not answer: for that it is not measured again. A worker that must
/// stop tries once.
/// </summary>
internal sealed class MeasurementUpload(MeasurementFiles files, ControlPlaneRetry requests)
{
    /// <param name="name">Of the blob with the details.</param>
    /// <param name="measurement">What was measured, perhaps in part.</param>
    /// <param name="stopping">Ends the waiting, never a try.</param>
    /// <returns>The hash of the details.</returns>
    /// <exception cref="OperationCanceledException">It had to stop, and the account did not take them.</exception>
    public async Task<string> StoreAsync(string name, Measurement measurement, CancellationToken stopping)
    {
        try
        {
            return await requests.RepeatAsync(
                () => files.PutAsync(name, measurement.Details, measurement.LatencyLog, CancellationToken.None), stopping);
        }
        catch (Exception exception) when (stopping.IsCancellationRequested && StorageFailure.Matches(exception))
        {
            throw new OperationCanceledException("stopped before what was measured could be stored", exception, stopping);
        }
    }
}
