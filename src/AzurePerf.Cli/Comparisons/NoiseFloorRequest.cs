namespace AzurePerf.Cli.Comparisons;

/// <summary>What an A/A measurement is told.</summary>
/// <param name="Target">Name of the account to measure.</param>
/// <param name="Experiment">Catalogue id.</param>
/// <param name="Preset">Its preset.</param>
/// <param name="Repetitions">Of either side.</param>
internal sealed record NoiseFloorRequest(string Target, string Experiment, string Preset, int Repetitions);
