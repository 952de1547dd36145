using System.Security.Cryptography;

namespace AzurePerf.Core.Ids;

/// <summary>Identifiers from the operating system's random source.</summary>
public sealed class RandomIdSource : IIdSource
{
    public string NewId() => IdText.From(RandomNumberGenerator.GetBytes(IdText.SourceBytes));

    public int NewSeed() => RandomNumberGenerator.GetInt32(int.MaxValue);
}
