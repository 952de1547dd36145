using System.Security.Cryptography;

namespace AzurePerf.Core.Ids;

/// <summary>Where new identifiers and seeds come from; tests use a seeded one.</summary>
public interface IIdSource
{
    /// <summary>A new identifier of 20 characters, a-z and 2-7 (100 random bits): valid in every name of a storage resource.</summary>
    string NewId();

    /// <summary>A new seed for a run, 0 or above.</summary>
    int NewSeed();
}

/// <summary>Identifiers from the operating system's random source.</summary>
public sealed class RandomIdSource : IIdSource
{
    public string NewId() => IdText.From(RandomNumberGenerator.GetBytes(IdText.SourceBytes));

    public int NewSeed() => RandomNumberGenerator.GetInt32(int.MaxValue);
}
