namespace AzurePerf.Core.Spelling;

/// <summary>Finds the word that somebody probably meant.</summary>
public static class NearestWord
{
    /// <summary>Longer texts are no misspelt words, and comparing them would cost what whoever sent them likes.</summary>
    private const int LongestWord = 64;

    /// <summary>So many letters of a word stand for one that may be wrong.</summary>
    private const int LettersPerMistake = 3;

    /// <summary>" - did you mean queue.add?", or nothing: what follows a complaint about a word.</summary>
    public static string Question(string typed, IEnumerable<string> known) =>
        To(typed, known) is { } meant ? $" - did you mean {meant}?" : "";

    /// <summary>
    /// The known word with the fewest mistakes, where they are few for its length; case does not count. Of equals the first. Null when none
    /// is near.
    /// </summary>
    public static string? To(string typed, IEnumerable<string> known)
    {
        ArgumentNullException.ThrowIfNull(typed);
        ArgumentNullException.ThrowIfNull(known);
        if (typed.Length is 0 or > LongestWord)
        {
            return null;
        }

        var best = known.Select(word => (Word: word, Mistakes: Mistakes(typed, word))).OrderBy(pair => pair.Mistakes).FirstOrDefault();
        return best.Word is { } word && best.Mistakes <= Math.Max(1, Math.Min(word.Length, typed.Length) / LettersPerMistake) ? word : null;
    }

    /// <summary>How many letters were left out, added, changed, or exchanged with their neighbour.</summary>
    public static int Mistakes(string one, string other)
    {
        ArgumentNullException.ThrowIfNull(one);
        ArgumentNullException.ThrowIfNull(other);
        int[] twoBefore = [], before = [.. Enumerable.Range(0, other.Length + 1)];
        for (var row = 1; row <= one.Length; row++)
        {
            var current = new int[other.Length + 1];
            current[0] = row;
            for (var column = 1; column <= other.Length; column++)
            {
                var isSame = Same(one[row - 1], other[column - 1]);
                current[column] = Math.Min(Math.Min(before[column], current[column - 1]) + 1, before[column - 1] + (isSame ? 0 : 1));
                if (row > 1 && column > 1 && Same(one[row - 1], other[column - 2]) && Same(one[row - 2], other[column - 1]))
                {
                    current[column] = Math.Min(current[column], twoBefore[column - 2] + 1);
                }
            }

            (twoBefore, before) = (before, current);
        }

        return before[other.Length];
    }

    private static bool Same(char one, char other) => char.ToLowerInvariant(one) == char.ToLowerInvariant(other);
}
