using System.Globalization;
using System.Text;

namespace AzurePerf.Sql.Data;

/// <summary>The names and texts of the data. All are made up, and all are ASCII, so that a character is a byte.</summary>
internal static class Words
{
    private static readonly string[] FirstNames =
    [
        "Ada", "Bela", "Carl", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jana", "Kurt", "Lea", "Max", "Nora", "Olaf", "Pia",
        "Quinn", "Rosa", "Sven", "Tara", "Udo", "Vera", "Wim", "Xenia", "Yuri", "Zoe", "Alma", "Bodo", "Cleo", "Dirk", "Edda",
        "Finn",
    ];

    private static readonly string[] LastNames =
    [
        "Abel", "Brandt", "Castell", "Dorn", "Eberle", "Falk", "Gerber", "Holm", "Ibsen", "Jansen", "Keller", "Lund", "Moser",
        "Nagel", "Olsen", "Prag", "Quast", "Ritter", "Sommer", "Thorn", "Ulmer", "Vogt", "Weber", "Yorck", "Zander", "Arndt",
        "Becker", "Conrad", "Decker", "Engel", "Fuchs", "Graf", "Hauser", "Imhof", "Jung", "Kranz", "Lorenz", "Maurer", "Noll",
        "Otten", "Pohl", "Reuter", "Stein", "Trapp", "Unger", "Voss", "Wolf", "Ziegler",
    ];

    private static readonly string[] Streets =
        ["Mill Lane", "High Street", "Harbour Road", "Station Road", "Church Hill", "Elm Walk", "Long Row", "Old Quay"];
    private static readonly string[] Towns =
        ["Aldmoor", "Brookham", "Caldwick", "Deepford", "Eastmere", "Fernley", "Greyport", "Hillstead", "Ironbridge", "Kingsby"];
    private static readonly string[] Syllables =
        ["ba", "co", "di", "fe", "gu", "ka", "lo", "mi", "ne", "pu", "ra", "so", "ti", "ve", "wu", "za"];
    private static readonly string[] Trades = ["Works", "Systems", "Group", "Lines", "Mills", "Labs", "Partners", "Foods"];

    private static readonly string[] Vocabulary =
    [
        "market", "price", "share", "quarter", "report", "plant", "order", "margin", "growth", "demand", "supply", "board",
        "rate", "profit", "loss", "trade", "export", "import", "owner", "plan", "cost", "sale", "stock", "bond", "fund", "value",
        "year", "week", "client", "branch",
    ];

    public static readonly string[] Sectors =
        ["Energy", "Farming", "Finance", "Freight", "Health", "Housing", "Leisure", "Media", "Metals", "Power", "Stores", "Telecoms"];

    public static readonly string[] Branches =
        ["Equipment", "Services", "Materials", "Trading", "Research", "Software", "Logistics", "Retail", "Supply"];

    public static readonly string[] Exchanges = ["NORTH", "SOUTH", "EAST", "WEST"];

    public static (string First, string Last) Person(ref Draws draws) => (draws.Of(FirstNames), draws.Of(LastNames));

    public static string Street(ref Draws draws) =>
        string.Create(CultureInfo.InvariantCulture, $"{draws.Between(1, 999)} {draws.Of(Streets)}");

    public static string Town(int number) =>
        string.Create(CultureInfo.InvariantCulture, $"{Towns[number % Towns.Length]} {number / Towns.Length}");

    /// <summary>A name for each number, and no name twice.</summary>
    public static string Company(int number)
    {
        var name = new StringBuilder();
        for (var rest = number + (Syllables.Length * Syllables.Length); rest > 0; rest /= Syllables.Length)
        {
            name.Append(Syllables[rest % Syllables.Length]);
        }

        name[0] = char.ToUpperInvariant(name[0]);
        return name.Append(' ').Append(Trades[number % Trades.Length]).ToString();
    }

    /// <summary>Four letters for each company, and those of a preferred share after them.</summary>
    public static string Symbol(int company, bool preferred)
    {
        Span<char> letters = stackalloc char[4];
        var rest = company;
        for (var place = 3; place >= 0; place--)
        {
            letters[place] = (char)('A' + (rest % 26));
            rest /= 26;
        }

        return preferred ? string.Concat(letters, "PRA") : new string(letters);
    }

    /// <summary>Words up to a length in characters.</summary>
    public static string Sentence(ref Draws draws, int length)
    {
        var text = new StringBuilder(length);
        while (true)
        {
            var word = draws.Of(Vocabulary);
            if (text.Length + word.Length + 2 > length)
            {
                return text.Append('.').ToString();
            }

            text.Append(text.Length == 0 ? "" : " ").Append(word);
        }
    }
}
