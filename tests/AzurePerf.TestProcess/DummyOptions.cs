using System.ComponentModel.DataAnnotations;

namespace AzurePerf.TestProcess;

internal sealed class DummyOptions
{
    [Range(1, 10)]
    public int Level { get; init; } = 1;
}
