namespace AzurePerf.StorageTests.StandIns;

public enum PlanetKind
{
    Rock,
    Gas,
}
