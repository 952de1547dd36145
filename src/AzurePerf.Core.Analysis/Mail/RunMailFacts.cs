using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Mail;

/// <summary>What a mail about the end of a run is made of.</summary>
public sealed record RunMailFacts
{
    /// <summary>The run, which has ended.</summary>
    public required RunState Run { get; init; }

    /// <summary>How far it came; null where its rows cannot be read.</summary>
    public RunResponse? Course { get; init; }

    /// <summary>What it made of images; null of any other run, and where it listed none.</summary>
    public MadeImages? Images { get; init; }

    /// <summary>What its experiment is called.</summary>
    public required string Title { get; init; }

    /// <summary>Address of the portal, without a slash at its end.</summary>
    public required string Portal { get; init; }

    /// <summary>The address that shows the run and nothing else; empty for none.</summary>
    public string SharedLink { get; init; } = "";

    /// <summary>Until when it does.</summary>
    public DateTimeOffset? SharedUntil { get; init; }

    /// <summary>Whether it does so without a sign-in.</summary>
    public bool SharedWithAnyone { get; init; }
}

/// <summary>What a run made of images, counted.</summary>
public sealed record MadeImages
{
    /// <summary>Id of the product that they are of.</summary>
    public required string Product { get; init; }

    /// <summary>Images of days that were made, or were there.</summary>
    public int Days { get; init; }

    /// <summary>All that were to be made.</summary>
    public int DaysPlanned { get; init; }

    /// <summary>Images of periods that were made.</summary>
    public int Periods { get; init; }

    public int PeriodsPlanned { get; init; }

    /// <summary>Pictures and tables that were made.</summary>
    public int Results { get; init; }

    public int ResultsPlanned { get; init; }

    /// <summary>How much there is of what the run was asked for.</summary>
    public AskedImages Asked => AskedImages.Of((Results, ResultsPlanned), (Periods, PeriodsPlanned), (Days, DaysPlanned));

    /// <summary>Images of days without all their granules.</summary>
    public int InputMissing { get; init; }

    /// <summary>Tiles and days that no granule covers.</summary>
    public int NotCovered { get; init; }

    /// <summary>Tiles and days of which the archive told nothing.</summary>
    public int NotListed { get; init; }

    /// <summary>Whether nobody measured what they show.</summary>
    public bool OfMadeGranules { get; init; }

    /// <summary>The begin of the hash of the user's own program; empty for none.</summary>
    public string Program { get; init; } = "";

    /// <summary>Names of the files that the program made, each once.</summary>
    public IReadOnlyList<string> ProgramFiles { get; init; } = [];

    /// <summary>A small one of its pictures, PNG; null where there is none.</summary>
    public ReadOnlyMemory<byte>? Picture { get; init; }

    /// <summary>What the picture shows.</summary>
    public string PictureWords { get; init; } = "";
}
