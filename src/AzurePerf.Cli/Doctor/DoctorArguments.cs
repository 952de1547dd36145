namespace AzurePerf.Cli.Doctor;

/// <summary>What `doctor` was told.</summary>
/// <param name="Clean">Remove what ended runs left behind.</param>
/// <param name="Target">Where; null for the default target.</param>
/// <param name="Wait">Wait until that is done.</param>
internal sealed record DoctorArguments(bool Clean, string? Target, bool Wait);
