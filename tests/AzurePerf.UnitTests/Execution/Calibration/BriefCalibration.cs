using AzurePerf.Core.Probes;
using AzurePerf.Worker.Execution.Calibration;
using Microsoft.Extensions.Logging.Abstractions;

namespace AzurePerf.UnitTests.Execution.Calibration;

/// <summary>The calibration of a worker for tests that do not ask how right its figures are: in the night as long as that of a worker, else a tenth of that.</summary>
internal static class BriefCalibration
{
    public static GeneratorCalibration Of(IOutcomeClassifier classifier, TimeProvider time) =>
        new(classifier, time, NullLogger<GeneratorCalibration>.Instance)
        {
            Load = new() { DurationSeconds = Night.Size(usually: 10, atNight: 100) / 1e3, WarmUpSeconds = Night.Size(usually: 60, atNight: 600) / 1e3 },
            TransferNanoseconds = Night.Size(usually: 10_000_000, atNight: 100_000_000),
        };
}
