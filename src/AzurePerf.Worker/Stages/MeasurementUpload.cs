using AzurePerf.Storage.Blobs;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Stages;

/// <summary>Stores what was measured, however long the control account does not answer: for that it is not measured again.</summary>
internal sealed class MeasurementUpload(MeasurementFiles files, ControlPlaneRetry requests)
{
    /// <returns>The hash of the details.</returns>
    public Task<string> StoreAsync(string name, Measurement measurement) => requests.RepeatAsync(
        () => files.PutAsync(name, measurement.Details, measurement.LatencyLog, CancellationToken.None), CancellationToken.None);
}
