using System.Diagnostics.CodeAnalysis;

namespace AzurePerf.Sql.Schema;

/// <summary>What a column holds, on every engine.</summary>
public enum CellKind
{
    /// <summary>A 64-bit whole number.</summary>
    Integer,

    /// <summary>An exact amount or rate, in 1/10,000.</summary>
    Money,

    /// <summary>Microseconds since 1 January 2000, no time zone.</summary>
    Time,

    /// <summary>Text that compares by its code units.</summary>
    Text,
}

/// <summary>One value of a row, a parameter or a result: a number (money and times too), a text, or nothing.</summary>
[SuppressMessage("Usage", "CA2225:Operator overloads have named alternates", Justification = "A row is written as a list of its values.")]
public readonly struct Cell : IEquatable<Cell>
{
    private static readonly string NullMark = new('\0', 1);
    private readonly string? _text;
    private readonly long _number;

    private Cell(long number, string? text)
    {
        _number = number;
        _text = text;
    }

    public static Cell Null => new(0, NullMark);

    public bool IsNull => ReferenceEquals(_text, NullMark);

    public bool IsText => _text is not null && !IsNull;

    /// <summary>The number.</summary>
    /// <exception cref="InvalidOperationException">It is a text or nothing.</exception>
    public long Number => _text is null ? _number : throw new InvalidOperationException($"{this} is no number");

    /// <summary>The text.</summary>
    /// <exception cref="InvalidOperationException">It is a number or nothing.</exception>
    public string Text => IsText ? _text! : throw new InvalidOperationException($"{this} is no text");

    public static implicit operator Cell(long number) => new(number, null);

    public static implicit operator Cell(bool flag) => new(flag ? 1 : 0, null);

    public static implicit operator Cell(string? text) => new(0, text ?? NullMark);

    public static bool operator ==(Cell left, Cell right) => left.Equals(right);

    public static bool operator !=(Cell left, Cell right) => !left.Equals(right);

    public bool Equals(Cell other) => _number == other._number && string.Equals(_text, other._text, StringComparison.Ordinal);

    public override bool Equals(object? obj) => obj is Cell other && Equals(other);

    public override int GetHashCode() => _text is null ? _number.GetHashCode() : string.GetHashCode(_text, StringComparison.Ordinal);

    public override string ToString() =>
        IsNull ? "null" : _text ?? _number.ToString(System.Globalization.CultureInfo.InvariantCulture);
}
