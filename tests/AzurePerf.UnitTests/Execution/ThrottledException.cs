namespace AzurePerf.UnitTests.Execution;

internal sealed class ThrottledException() : Exception("Server busy");
