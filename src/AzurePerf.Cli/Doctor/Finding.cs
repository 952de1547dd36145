namespace AzurePerf.Cli.Doctor;

/// <summary>What one check found.</summary>
/// <param name="Subject">What was checked.</param>
/// <param name="Ok">False when something must be done.</param>
/// <param name="Detail">What is there.</param>
/// <param name="Advice">What to do; empty when nothing.</param>
internal sealed record Finding(string Subject, bool Ok, string Detail, string Advice = "");
